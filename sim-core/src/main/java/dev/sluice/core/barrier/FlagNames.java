package dev.sluice.core.barrier;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Names of a set of Vulkan flags: the short names of synchronization2, the full names of both versions, and aliases.
 *
 * @param <E> the flags
 */
final class FlagNames<E extends Enum<E>> {
    private static final List<String> VENDORS = List.of("_KHR", "_EXT", "_NV", "_HUAWEI", "_ARM", "_QCOM");
    private static final int LONGEST_ECHO = 80;

    private final String what;
    private final String[] prefixes;
    private final Map<String, E> byName = new LinkedHashMap<>();
    private final List<String> canonical = new ArrayList<>();

    /** Names of flags called {@code what} in messages; longer prefixes come first. */
    FlagNames(String what, String... prefixes) {
        this.what = what;
        this.prefixes = prefixes.clone();
    }

    void add(E flag, String name, List<String> otherNames) {
        canonical.add(name);
        addName(name, flag);
        otherNames.forEach(other -> addName(other, flag));
    }

    /** A core name may also carry the suffix of the extension that it was promoted from. */
    private void addName(String name, E flag) {
        byName.put(name, flag);
        if (VENDORS.stream().noneMatch(name::endsWith)) {
            byName.putIfAbsent(name + "_KHR", flag);
        }
    }

    E parse(String name) {
        String shortened = shortName(name.strip(), prefixes);
        E flag = byName.get(shortened);
        if (flag == null) {
            String echo = name.length() > LONGEST_ECHO ? name.substring(0, LONGEST_ECHO) + "..." : name;
            throw new IllegalArgumentException("unknown " + what + " " + echo
                    + (shortened.length() > LONGEST_ECHO ? "" : NearestName.suggestion(shortened, canonical)));
        }
        return flag;
    }

    /** A name without its prefix and without {@code _BIT}. */
    static String shortName(String name, String... prefixes) {
        for (String prefix : prefixes) {
            if (name.startsWith(prefix)) {
                return withoutBit(name.substring(prefix.length()));
            }
        }
        return withoutBit(name);
    }

    private static String withoutBit(String name) {
        if (name.endsWith("_BIT")) {
            return name.substring(0, name.length() - 4);
        }
        for (String vendor : VENDORS) {
            if (name.endsWith("_BIT" + vendor)) {
                return name.substring(0, name.length() - vendor.length() - 4) + vendor;
            }
        }
        return name;
    }

    /** Vulkan's full name of a short one. */
    static String vulkan(String prefix, String name) {
        if (name.equals("NONE")) {
            return prefix + name;
        }
        for (String vendor : VENDORS) {
            if (name.endsWith(vendor)) {
                return prefix + name.substring(0, name.length() - vendor.length()) + "_BIT" + vendor;
            }
        }
        return prefix + name + "_BIT";
    }
}
