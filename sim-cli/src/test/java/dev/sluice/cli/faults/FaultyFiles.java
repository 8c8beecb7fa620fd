// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.faults;

import dev.sluice.cli.faults.FaultPlan.Call;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/**
 * The file system of this machine, whose calls fail as the {@link FaultPlan} says; for
 * {@code -Djava.nio.file.spi.DefaultFileSystemProvider}.
 */
public final class FaultyFiles extends FileSystemProvider {
    private final FileSystemProvider real;
    private final FaultyFileSystem system;

    /** @param real the provider that does the work */
    public FaultyFiles(FileSystemProvider real) {
        this.real = real;
        system = new FaultyFileSystem(this, real.getFileSystem(URI.create("file:///")));
    }

    private Path wrapped(Path path) {
        // a URI becomes a path by way of the default file system
        return new FaultyPath(system, of(path));
    }

    private static Path of(Path path) {
        return FaultyPath.real(path);
    }

    @Override
    public String getScheme() {
        return real.getScheme();
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) throws IOException {
        return real.newFileSystem(uri, environment);
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        real.getFileSystem(uri);
        return system;
    }

    @Override
    public Path getPath(URI uri) {
        return wrapped(real.getPath(uri));
    }

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        FaultPlan.call(Call.OPEN, path);
        return new FaultyChannel(real.newFileChannel(of(path), options, attributes), path);
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        return newFileChannel(path, options, attributes);
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path directory, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        FaultPlan.call(Call.LIST, directory);
        DirectoryStream<Path> stream = real.newDirectoryStream(of(directory), path -> filter.accept(wrapped(path)));
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                Iterator<Path> paths = stream.iterator();
                return new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        return paths.hasNext();
                    }

                    @Override
                    public Path next() {
                        return wrapped(paths.next());
                    }
                };
            }

            @Override
            public void close() throws IOException {
                stream.close();
            }
        };
    }

    @Override
    public void createDirectory(Path directory, FileAttribute<?>... attributes) throws IOException {
        FaultPlan.call(Call.CHANGE, directory);
        real.createDirectory(of(directory), attributes);
    }

    @Override
    public void createSymbolicLink(Path link, Path target, FileAttribute<?>... attributes) throws IOException {
        FaultPlan.call(Call.CHANGE, link);
        real.createSymbolicLink(of(link), of(target), attributes);
    }

    @Override
    public Path readSymbolicLink(Path link) throws IOException {
        FaultPlan.call(Call.READ, link);
        return wrapped(real.readSymbolicLink(of(link)));
    }

    @Override
    public void delete(Path path) throws IOException {
        real.delete(of(path));
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) throws IOException {
        FaultPlan.call(Call.WRITE, target);
        real.copy(of(source), of(target), options);
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
        FaultPlan.call(Call.MOVE, target);
        real.move(of(source), of(target), options);
    }

    @Override
    public boolean isSameFile(Path path, Path other) throws IOException {
        FaultPlan.call(Call.ATTRIBUTES, path);
        return real.isSameFile(of(path), of(other));
    }

    @Override
    public boolean isHidden(Path path) throws IOException {
        FaultPlan.call(Call.ATTRIBUTES, path);
        return real.isHidden(of(path));
    }

    @Override
    public FileStore getFileStore(Path path) throws IOException {
        FaultPlan.call(Call.ATTRIBUTES, path);
        return real.getFileStore(of(path));
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        FaultPlan.call(Call.ATTRIBUTES, path);
        real.checkAccess(of(path), modes);
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
        V view = real.getFileAttributeView(of(path), type, options);
        if (view == null) {
            return null;
        }
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, values) -> {
                    FaultPlan.call(method.getName().startsWith("set") ? Call.CHANGE : Call.ATTRIBUTES, path);
                    try {
                        return method.invoke(view, values);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        FaultPlan.call(Call.ATTRIBUTES, path);
        return real.readAttributes(of(path), type, options);
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) throws IOException {
        FaultPlan.call(Call.ATTRIBUTES, path);
        return real.readAttributes(of(path), attributes, options);
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) throws IOException {
        FaultPlan.call(Call.CHANGE, path);
        real.setAttribute(of(path), attribute, value, options);
    }
}
