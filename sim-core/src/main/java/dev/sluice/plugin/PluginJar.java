// SPDX-License-Identifier: Apache-2.0
package dev.sluice.plugin;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One jar of plug-ins: finds its providers and makes them, and says in one line why it cannot. */
final class PluginJar {

    /** What the names of the loaders of jars begin with; the jar's name follows. */
    static final String LOADER = "plug-in ";

    private static final String SLUICE = "dev.sluice.";
    private static final String SERVICES = "META-INF/services/";
    /** Names stand in device files and on command lines, unquoted. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");

    /** What ends a line to {@link String#lines}, or to whoever reads a message. */
    private static final Pattern LINE_END = Pattern.compile("[\\n\\x0B\\f\\r\\x{85}\\x{2028}\\x{2029}]");

    private final String name;
    private final URLClassLoader loader;

    private PluginJar(String name, URLClassLoader loader) {
        this.name = name;
        this.loader = loader;
    }

    /** Adds the providers of a jar. */
    static void load(Path jar, Plugins to) {
        String name = String.valueOf(jar.getFileName());
        if (!Files.isRegularFile(jar)) {
            throw new PluginException(name, noJar(jar));
        }
        Map<String, List<String>> services;
        URL url;
        try {
            services = services(jar);
            url = jar.toUri().toURL();
        } catch (IOException | UncheckedIOException e) {
            throw new PluginException(name, "is no jar that can be read", e);
        }
        URLClassLoader loader = new URLClassLoader(LOADER + name, new URL[] {url}, PluginJar.class.getClassLoader());
        to.keep(loader);
        PluginJar plugin = new PluginJar(name, loader);
        int found = 0;
        List<String> empty = new ArrayList<>();
        for (Map.Entry<String, List<String>> service : services.entrySet()) {
            Class<? extends Provider> kind = kind(service.getKey());
            if (kind != null) {
                if (service.getValue().isEmpty()) {
                    empty.add(SERVICES + service.getKey());
                }
                for (String provider : service.getValue()) {
                    plugin.add(kind, provider, to);
                    found++;
                }
            }
        }
        if (found == 0 && !empty.isEmpty()) {
            throw new PluginException(name, "has no provider inside: " + String.join(", ", empty) + " names no class");
        }
        if (found == 0) {
            throw new PluginException(
                    name,
                    "has no provider inside: nothing under " + SERVICES + " that Sluice knows"
                            + (services.isEmpty() ? "" : ", only " + String.join(", ", services.keySet())));
        }
    }

    /** What to say of a path that no jar is at. */
    private static String noJar(Path path) {
        if (Files.isDirectory(path)) {
            return "is a folder, not a jar";
        }
        return Files.exists(path) ? "is no jar that can be read" : "no such file: " + path;
    }

    /** What the jar's services are called, and the classes that provide them. */
    private static Map<String, List<String>> services(Path jar) throws IOException {
        Map<String, List<String>> services = new LinkedHashMap<>();
        try (JarFile file = new JarFile(jar.toFile())) {
            for (JarEntry entry : file.stream()
                    .filter(entry -> !entry.isDirectory() && entry.getName().startsWith(SERVICES))
                    .toList()) {
                List<String> classes = new ArrayList<>();
                try (BufferedReader lines =
                        new BufferedReader(new InputStreamReader(file.getInputStream(entry), StandardCharsets.UTF_8))) {
                    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                        int comment = line.indexOf('#');
                        String text = (comment < 0 ? line : line.substring(0, comment)).strip();
                        if (!text.isEmpty()) {
                            classes.add(text);
                        }
                    }
                }
                services.put(entry.getName().substring(SERVICES.length()), classes);
            }
        }
        return services;
    }

    /** The kind of provider of this name; null if Sluice has none. */
    private static @Nullable Class<? extends Provider> kind(String service) {
        try {
            Class<?> kind = Class.forName(service, false, PluginJar.class.getClassLoader());
            return kind.isInterface() && Provider.class.isAssignableFrom(kind) ? kind.asSubclass(Provider.class) : null;
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    private void add(Class<? extends Provider> kind, String className, Plugins to) {
        Provider provider = provider(kind, className);
        String known = called(provider, className);
        for (Provider own : ServiceLoader.load(kind, PluginJar.class.getClassLoader())) {
            if (own.name().equals(known)) {
                throw new PluginException(name, "'" + known + "' is already the name of one of Sluice's own");
            }
        }
        to.add(kind, provider, name);
    }

    private Provider provider(Class<? extends Provider> kind, String className) {
        try {
            Class<?> type = Class.forName(className, true, loader);
            if (!kind.isAssignableFrom(type)) {
                throw new PluginException(name, className + " is no " + kind.getSimpleName());
            }
            if (!Modifier.isPublic(type.getModifiers())) {
                throw new PluginException(name, className + " is not public");
            }
            return kind.cast(type.getConstructor().newInstance());
        } catch (ClassNotFoundException e) {
            throw new PluginException(name, "names " + className + ", which it does not have", e);
        } catch (NoSuchMethodException | IllegalAccessException | InstantiationException e) {
            throw new PluginException(name, className + " has no public constructor without arguments", e);
        } catch (InvocationTargetException | ExceptionInInitializerError e) {
            throw new PluginException(name, className + " throws " + first(e.getCause()), e);
        } catch (LinkageError e) {
            throw new PluginException(name, unlinked(className, e), e);
        }
    }

    /** The name of a provider, which asks it for all that it says of itself. */
    private String called(Provider provider, String className) {
        try {
            String known = provider.name();
            if (known == null || known.isBlank()) {
                throw new PluginException(name, className + " has no name");
            }
            if (provider.description() == null) {
                throw new PluginException(name, className + " has no description");
            }
            if (!NAME.matcher(known).matches()) {
                throw new PluginException(
                        name,
                        className + " is called '" + onOneLine(known)
                                + "'; a name is a letter, then letters, digits, hyphens and underscores");
            }
            checkParameters(provider.parameters(), className);
            return known;
        } catch (PluginException e) {
            throw e;
        } catch (LinkageError e) {
            throw new PluginException(name, unlinked(className, e), e);
        } catch (Exception e) { // checked ones, too: other languages throw them undeclared
            throw new PluginException(name, className + " throws " + first(e), e);
        }
    }

    /** Why a class cannot be loaded. */
    private static String unlinked(String className, LinkageError fault) {
        if (fault instanceof UnsupportedClassVersionError) {
            return "is built for a newer Java than this one, "
                    + Runtime.version().feature();
        }
        if (fault instanceof ClassFormatError) {
            return className + " is damaged: " + first(fault);
        }
        String lacked = String.valueOf(fault.getMessage()).replace('/', '.');
        if (fault instanceof NoClassDefFoundError
                && fault.getCause() instanceof ClassNotFoundException
                && !lacked.startsWith(SLUICE)) {
            return "lacks " + lacked + ", which " + className + " needs";
        }
        return "is built for another version of Sluice: " + first(fault);
    }

    private void checkParameters(@Nullable List<Parameter> parameters, String className) {
        if (parameters == null || parameters.stream().anyMatch(Objects::isNull)) {
            throw new PluginException(
                    name, className + ".parameters has null " + (parameters == null ? "for a list" : "in its list"));
        }
        Set<String> names = new HashSet<>();
        for (Parameter parameter : parameters) {
            if (!names.add(parameter.name())) {
                throw new PluginException(
                        name, className + " has two parameters called '" + onOneLine(parameter.name()) + "'");
            }
        }
    }

    /** A name of a provider's own, which may be anything, with its ends of lines written out. */
    private static String onOneLine(String text) {
        return LINE_END.matcher(text)
                .replaceAll(end -> "\\\\u%04x".formatted((int) end.group().charAt(0)));
    }

    /** A fault in a line. */
    static String first(@Nullable Throwable fault) {
        if (fault == null) {
            return "something";
        }
        String message = fault.getMessage();
        String text = fault.getClass().getSimpleName() + (message == null ? "" : ": " + message);
        int end = text.indexOf('\n');
        return end < 0 ? text : text.substring(0, end);
    }
}
