// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config;

import dev.sluice.config.source.SourceReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The files that Sluice brings along: devices, profiles, streams and litmus tests under {@code configs/} on the class
 * path, in a directory or in a jar.
 *
 * <p>A preset's name is its path below its kind's folder without the extension, with {@code /} between nested folders.
 */
public final class Presets {
    private static final String ROOT = "configs/";

    private static final Presets OWN = new Presets(Presets.class.getClassLoader());

    private final ClassLoader loader;

    /** What is on a class path stays as it is, and looking into a jar takes milliseconds. */
    private final Map<Kind, List<String>> known = new ConcurrentHashMap<>();

    /** The kinds of presets. */
    public enum Kind {
        /** Device files. */
        DEVICES("yaml", "yml", "json"),
        /** Barrier profiles. */
        PROFILES("json", "yaml", "yml"),
        /** Command streams. */
        STREAMS("yaml", "yml", "json", "cmds"),
        /** Sweeps. */
        SWEEPS("yaml", "yml", "json"),
        /** Litmus tests of the memory model. */
        LITMUS("lit");

        private final String extensions;

        Kind(String... extensions) {
            this.extensions = " " + String.join(" ", extensions) + " ";
        }

        /** The folder under {@code configs/}. */
        public String folder() {
            return name().toLowerCase(Locale.ROOT);
        }

        private boolean names(String path) {
            if (path.indexOf('.') <= 0) {
                return false;
            }
            String extension = path.substring(path.lastIndexOf('.') + 1);
            return extensions.contains(" " + extension + " ");
        }
    }

    /**
     * A preset file.
     *
     * @param name its name
     * @param path where it lies on the class path, for example {@code configs/devices/rdna2-6900xt.yaml}
     * @param content what is in it, read when asked for
     */
    public record Preset(String name, String path, Content content) {
        /** What is in the file. */
        public byte[] bytes() {
            return content.bytes();
        }
    }

    /** Bytes of a preset, read when asked for. */
    @FunctionalInterface
    public interface Content {
        /** All bytes. */
        byte[] bytes();
    }

    /** The presets that a class loader sees. */
    public Presets(ClassLoader loader) {
        this.loader = loader;
    }

    /** The presets on Sluice's own class path. */
    public static Presets onClasspath() {
        return OWN;
    }

    /** The names of a kind's presets, sorted; empty when there are none. */
    public List<String> list(Kind kind) {
        TreeSet<String> names = new TreeSet<>();
        paths(kind).forEach(path -> names.add(nameOf(path)));
        return List.copyOf(names);
    }

    /**
     * The preset with a name. The last part alone will do for one in a nested folder, where no other has it; so will a
     * name with its extension.
     */
    public Optional<Preset> find(Kind kind, String name) {
        List<String> paths = paths(kind);
        Optional<String> exact = paths.stream()
                .filter(path -> nameOf(path).equals(name) || path.equals(name))
                .findFirst();
        if (exact.isPresent()) {
            return exact.map(path -> preset(kind, path));
        }
        List<String> byLastPart =
                paths.stream().filter(path -> nameOf(path).endsWith("/" + name)).toList();
        return byLastPart.size() == 1 ? Optional.of(preset(kind, byLastPart.get(0))) : Optional.empty();
    }

    /**
     * The bytes of the preset with a name.
     *
     * @throws ConfigException when there is none
     */
    public byte[] read(Kind kind, String name) {
        return find(kind, name)
                .orElseThrow(() -> new ConfigException(name, "no preset of this name in " + ROOT + kind.folder()))
                .bytes();
    }

    /** The bytes of any file under {@code configs/}, by its path on the class path, such as a preset stream's data. */
    public Optional<byte[]> resource(String path) {
        if (!path.startsWith(ROOT)) {
            return Optional.empty();
        }
        try (InputStream in = loader.getResourceAsStream(path)) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        } catch (IOException e) {
            throw SourceReader.unreadable(path, e);
        }
    }

    private Preset preset(Kind kind, String path) {
        String full = ROOT + kind.folder() + "/" + path;
        return new Preset(
                nameOf(path),
                full,
                () -> resource(full).orElseThrow(() -> new ConfigException(full, "no such preset")));
    }

    private static String nameOf(String path) {
        return path.substring(0, path.lastIndexOf('.'));
    }

    /** Paths below the kind's folder, sorted, each once. */
    private List<String> paths(Kind kind) {
        return known.computeIfAbsent(kind, this::found);
    }

    private List<String> found(Kind kind) {
        TreeSet<String> paths = new TreeSet<>();
        try {
            List<URL> roots = Collections.list(loader.getResources(ROOT + kind.folder()));
            for (URL root : roots) {
                collect(root, kind, paths);
            }
            if (roots.isEmpty()) {
                collectFromOwnJar(kind, paths);
            }
        } catch (IOException | URISyntaxException e) {
            String why = e.getMessage();
            throw new ConfigException(
                    ROOT + kind.folder(),
                    "cannot be listed: " + (why == null ? e.getClass().getSimpleName() : why));
        }
        return List.copyOf(paths);
    }

    private static void collect(URL root, Kind kind, Set<String> paths) throws IOException, URISyntaxException {
        if (root.getProtocol().equals("file")) {
            walk(Path.of(root.toURI()), kind, paths);
        } else if (root.openConnection() instanceof JarURLConnection jar) {
            lookInto(Path.of(jar.getJarFileURL().toURI()), kind, paths);
        }
    }

    /** A jar without entries for its directories answers no question for a folder, so it is looked into. */
    private static void collectFromOwnJar(Kind kind, Set<String> paths) throws IOException, URISyntaxException {
        CodeSource source = Presets.class.getProtectionDomain().getCodeSource();
        if (source == null || source.getLocation() == null) {
            return;
        }
        URI location = source.getLocation().toURI();
        if (location.getScheme().equals("file") && Files.isRegularFile(Path.of(location))) {
            lookInto(Path.of(location), kind, paths);
        }
    }

    /** A jar on the class path is open, and opened again it shares what was read of it; a file system of it reads all anew. */
    private static void lookInto(Path jar, Kind kind, Set<String> paths) throws IOException {
        String folder = ROOT + kind.folder() + "/";
        try (ZipFile files = new ZipFile(jar.toFile())) {
            files.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.startsWith(folder))
                    .map(name -> name.substring(folder.length()))
                    .filter(kind::names)
                    .forEach(paths::add);
        }
    }

    private static void walk(Path folder, Kind kind, Set<String> paths) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.map(file -> folder.relativize(file).toString().replace('\\', '/'))
                    .filter(kind::names)
                    .forEach(paths::add);
        } catch (NoSuchFileException e) {
            // gone since it was named
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
