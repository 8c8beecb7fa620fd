// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.faults;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;

/**
 * A path of a {@link FaultyFileSystem}.
 *
 * @param path the real one
 */
record FaultyPath(FaultyFileSystem system, Path path) implements Path {
    /** The path that the real file system understands. */
    static Path real(Path path) {
        return path instanceof FaultyPath faulty ? faulty.path : path;
    }

    private Path wrapped(Path other) {
        return other == null ? null : new FaultyPath(system, other);
    }

    @Override
    public FileSystem getFileSystem() {
        return system;
    }

    @Override
    public boolean isAbsolute() {
        return path.isAbsolute();
    }

    @Override
    public Path getRoot() {
        return wrapped(path.getRoot());
    }

    @Override
    public Path getFileName() {
        return wrapped(path.getFileName());
    }

    @Override
    public Path getParent() {
        return wrapped(path.getParent());
    }

    @Override
    public int getNameCount() {
        return path.getNameCount();
    }

    @Override
    public Path getName(int index) {
        return wrapped(path.getName(index));
    }

    @Override
    public Path subpath(int from, int to) {
        return wrapped(path.subpath(from, to));
    }

    @Override
    public boolean startsWith(Path other) {
        return path.startsWith(real(other));
    }

    @Override
    public boolean endsWith(Path other) {
        return path.endsWith(real(other));
    }

    @Override
    public Path normalize() {
        return wrapped(path.normalize());
    }

    @Override
    public Path resolve(Path other) {
        return wrapped(path.resolve(real(other)));
    }

    @Override
    public Path relativize(Path other) {
        return wrapped(path.relativize(real(other)));
    }

    @Override
    public URI toUri() {
        return path.toUri();
    }

    @Override
    public Path toAbsolutePath() {
        return wrapped(path.toAbsolutePath());
    }

    @Override
    public Path toRealPath(LinkOption... options) throws IOException {
        FaultPlan.call(FaultPlan.Call.ATTRIBUTES, this);
        return wrapped(path.toRealPath(options));
    }

    @Override
    public WatchKey register(WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int compareTo(Path other) {
        return path.compareTo(real(other));
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
