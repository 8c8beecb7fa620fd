// SPDX-License-Identifier: Apache-2.0
package dev.sluice.plugin;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The providers of jars from outside, as long as these are open.
 *
 * <p>{@link #open} makes them known to every {@link Registry} in this thread and those that it starts; closing takes them back. A jar may bring providers of
 * any kind: what its {@code META-INF/services} names and extends {@link Provider}. Each jar has a class loader of its own, a child
 * of Sluice's.
 */
public final class Plugins implements AutoCloseable {

    /** As far as causes are followed: they may go round in circles. */
    private static final int DEEPEST = 16;

    private static final Plugins NONE = new Plugins(null);
    /** Of a thread and those that it starts: several commands may run at once, each with jars of its own. */
    private static final InheritableThreadLocal<Plugins> CURRENT = new InheritableThreadLocal<>();

    private final @Nullable Plugins before;
    private final Map<Class<?>, Map<String, Provider>> providers = new LinkedHashMap<>();
    private final Map<Provider, String> jars = new LinkedHashMap<>();
    private final Set<Path> paths = new LinkedHashSet<>();
    private final List<Closeable> loaders = new ArrayList<>();

    private Plugins(@Nullable Plugins before) {
        this.before = before;
    }

    /** Those in use. */
    static Plugins current() {
        Plugins plugins = CURRENT.get();
        return plugins == null ? NONE : plugins;
    }

    /**
     * Loads jars and puts their providers in use, beside those that are.
     *
     * @throws PluginException for the first jar that cannot be used
     */
    public static Plugins open(Collection<Path> jars) {
        Plugins before = current();
        Plugins opened = new Plugins(before);
        before.providers.forEach((kind, known) -> opened.providers.put(kind, new TreeMap<>(known)));
        opened.jars.putAll(before.jars);
        opened.paths.addAll(before.paths);
        try {
            for (Path jar : new LinkedHashSet<>(
                    jars.stream().map(jar -> jar.toAbsolutePath().normalize()).toList())) {
                if (opened.paths.add(jar)) {
                    PluginJar.load(jar, opened);
                }
            }
        } catch (PluginException e) {
            opened.closeLoaders();
            throw e;
        }
        CURRENT.set(opened);
        return opened;
    }

    /** The jars in use, in the order in which they were loaded. */
    public static List<Path> inUse() {
        return List.copyOf(current().paths);
    }

    /** The jar that brought a provider, as it was named; null for what is Sluice's own. */
    public static @Nullable String jarOf(Provider provider) {
        return current().jars.get(provider);
    }

    /**
     * The plug-in in whose code a fault arose, as a fault of it; null where it arose elsewhere. A fault of the JDK is that of its
     * caller, and so is a question for a parameter's value that has no answer.
     */
    public static @Nullable PluginException blame(Throwable fault) {
        Throwable cause = fault;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (cause instanceof PluginException known) {
                return known;
            }
            boolean asked = asksForValues(cause);
            for (StackTraceElement frame : cause.getStackTrace()) {
                String loader = frame.getClassLoaderName();
                if (loader != null && loader.startsWith(PluginJar.LOADER)) {
                    return new PluginException(
                            loader.substring(PluginJar.LOADER.length()),
                            frame.getClassName() + "." + frame.getMethodName() + " throws " + PluginJar.first(cause),
                            cause);
                }
                if (frame.getClassName().startsWith("dev.sluice.") && !asked) {
                    break;
                }
            }
            cause = cause.getCause();
        }
        return null;
    }

    /** Whether somebody asked for the value of a parameter that is not there, or not of this type. */
    private static boolean asksForValues(Throwable fault) {
        return Arrays.stream(fault.getStackTrace())
                .map(StackTraceElement::getClassName)
                .filter(name -> name.startsWith("dev.sluice."))
                .findFirst()
                .filter(name -> name.equals(ParameterValues.class.getName()) || name.equals(Parameter.class.getName()))
                .isPresent();
    }

    /** The providers of a kind by name. */
    <P extends Provider> Map<String, P> of(Class<P> kind) {
        Map<String, Provider> found = providers.get(kind);
        if (found == null) {
            return Map.of();
        }
        Map<String, P> typed = new TreeMap<>();
        found.forEach((name, provider) -> typed.put(name, kind.cast(provider)));
        return typed;
    }

    /** The loader of a jar, which lives as long as its plug-ins. */
    void keep(Closeable loader) {
        loaders.add(loader);
    }

    /** Takes a provider, or says which jar has brought one of the same kind and name. */
    void add(Class<?> kind, Provider provider, String jar) {
        Map<String, Provider> known = providers.computeIfAbsent(kind, k -> new TreeMap<>());
        Provider other = known.putIfAbsent(provider.name(), provider);
        if (other != null) {
            if (other.getClass().getClassLoader() == provider.getClass().getClassLoader()) {
                throw new PluginException(jar, "brings '" + provider.name() + "' twice");
            }
            String first = jar.equals(jars.get(other)) ? "another " + jar + ", from another folder" : jars.get(other);
            throw new PluginException(jar, "'" + provider.name() + "' is already the name of one of " + first);
        }
        jars.put(provider, jar);
    }

    /** Puts them out of use, and what was in use before into use again. */
    @Override
    public void close() {
        if (current() == this && before != null) {
            CURRENT.set(before);
        }
        closeLoaders();
    }

    private void closeLoaders() {
        for (Closeable loader : loaders) {
            try {
                loader.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        loaders.clear();
    }
}
