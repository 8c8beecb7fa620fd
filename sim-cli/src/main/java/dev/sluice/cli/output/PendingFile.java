// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/**
 * An output that is being written: it appears under its name when it is whole, or not at all.
 *
 * <p>It grows under a temporary name beside its target, and takes over the target's permissions. Devices and pipes are written as
 * they are.
 */
public final class PendingFile implements AutoCloseable {
    private final Path target;
    private final @Nullable Path temporary;
    private final boolean fresh;
    private final OutputStream out;
    private boolean closed;
    private boolean placed;

    private PendingFile(Path target, @Nullable Path temporary, boolean fresh, OutputStream out) {
        this.target = target;
        this.temporary = temporary;
        this.fresh = fresh;
        this.out = out;
    }

    /** Begins to write a file. */
    public static PendingFile open(Path name) throws IOException {
        FileTarget target = FileTarget.of(name);
        if (Files.isDirectory(target.file())) {
            throw new IOException("is a directory");
        }
        if (!target.whole()) {
            return new PendingFile(
                    target.file(), null, false, Files.newOutputStream(target.file(), StandardOpenOption.WRITE));
        }
        PosixFileAttributes old = attributes(target.file());
        boolean fresh = Files.notExists(target.file());
        Path temporary = create(target.file(), old);
        try {
            if (old != null) {
                adopt(temporary, old);
            }
            return new PendingFile(target.file(), temporary, fresh, Files.newOutputStream(temporary));
        } catch (IOException e) {
            Files.deleteIfExists(temporary);
            throw e;
        }
    }

    /** Owner and permissions of a file that is there already, where the file system knows such; else null. */
    private static @Nullable PosixFileAttributes attributes(Path target) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(target, PosixFileAttributeView.class);
        try {
            return view == null ? null : view.readAttributes();
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** What to write to. */
    public OutputStream out() {
        return out;
    }

    /** Ends the writing, so that what the system held back until now fails here. */
    void finish() throws IOException {
        if (!closed) {
            closed = true;
            out.close();
        }
    }

    /** The file is whole: puts it in its place, at once where the file system can. */
    public void commit() throws IOException {
        finish();
        if (temporary != null) {
            try {
                Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
            }
            placed = true;
        }
    }

    /** Takes a file away again that was committed, if nothing was lost by that. */
    void revert() throws IOException {
        if (placed && fresh) {
            Files.deleteIfExists(target);
        }
    }

    /** Takes back what was not committed. */
    @Override
    public void close() throws IOException {
        try {
            finish();
        } finally {
            if (temporary != null && !placed) {
                Files.deleteIfExists(temporary);
            }
        }
    }

    private static Path create(Path target, @Nullable PosixFileAttributes old) throws IOException {
        FileAttribute<?>[] attributes = old == null
                ? new FileAttribute<?>[0]
                : new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(old.permissions())};
        long process = ProcessHandle.current().pid();
        for (int i = 0; ; i++) {
            Path temporary = target.resolveSibling(".sluice-" + process + "-" + i + ".part");
            try {
                Files.createFile(temporary, attributes);
                // a signal may end the program before it closes this; what a stopped run still writes is in its place
                // by then
                temporary.toFile().deleteOnExit();
                return temporary;
            } catch (FileAlreadyExistsException e) {
                // another output of this process is on its way
            } catch (IOException e) {
                // it may be there all the same: made, but not closed
                Files.deleteIfExists(temporary);
                throw e;
            }
        }
    }

    private static void adopt(Path temporary, PosixFileAttributes old) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(temporary, PosixFileAttributeView.class);
        PosixFileAttributes now = view.readAttributes();
        try {
            if (!now.owner().equals(old.owner())) {
                view.setOwner(old.owner());
            }
            if (!now.group().equals(old.group())) {
                view.setGroup(old.group());
            }
        } catch (IOException e) {
            // only root may give files away; whoever may write here keeps the file as theirs
        }
        // after the owner, whose change takes bits away; and the umask may have
        view.setPermissions(old.permissions());
    }
}
