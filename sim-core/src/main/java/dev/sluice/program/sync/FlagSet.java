// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A set of Vulkan flags: masks of them, and their names, which are the short ones of synchronization2, the full ones of both
 * versions, and aliases.
 *
 * @param <E> the flags
 */
final class FlagSet<E extends Flag> {
    private static final List<String> VENDORS = List.of("_KHR", "_EXT", "_NV", "_HUAWEI", "_ARM", "_QCOM");
    private static final int LONGEST_ECHO = 80;

    private final E[] flags;
    private final String what;
    private final String[] prefixes;
    private final Map<String, E> byName = new LinkedHashMap<>();
    private final List<String> canonical = new ArrayList<>();

    /**
     * A set of flags.
     *
     * @param flags in the order of the registry
     * @param what they are called in messages
     * @param prefixes of full names, longer ones first
     */
    FlagSet(E[] flags, String what, String... prefixes) {
        this.flags = flags.clone();
        this.what = what;
        this.prefixes = prefixes.clone();
        for (E flag : flags) {
            canonical.add(flag.name());
            addName(flag.name(), flag);
            flag.otherNames().forEach(other -> addName(other, flag));
        }
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
            if (name.isBlank()) {
                throw new IllegalArgumentException("the name of the " + what + " is missing; NONE stands for none");
            }
            String echo = name.length() > LONGEST_ECHO ? name.substring(0, LONGEST_ECHO) + "..." : name;
            throw new IllegalArgumentException("unknown " + what + " " + echo
                    + (shortened.length() > LONGEST_ECHO ? "" : NearestName.suggestion(shortened, canonical)));
        }
        return flag;
    }

    long parseAll(Iterable<String> names) {
        long mask = 0;
        for (String name : names) {
            mask |= parse(name).mask();
        }
        return mask;
    }

    /** The mask of the flags wanted. */
    long where(Predicate<E> wanted) {
        long mask = 0;
        for (E flag : flags) {
            mask |= wanted.test(flag) ? flag.mask() : 0;
        }
        return mask;
    }

    /** The flags of a mask. */
    List<E> list(long mask) {
        List<E> found = new ArrayList<>();
        for (E flag : flags) {
            if ((flag.mask() & mask) != 0) {
                found.add(flag);
            }
        }
        return found;
    }

    /** Short names with {@code |} between, or {@code NONE}. */
    String text(long mask) {
        List<String> names = names(mask);
        return names.isEmpty() ? "NONE" : String.join("|", names);
    }

    /** The short names of a mask's flags. */
    List<String> names(long mask) {
        return list(mask).stream().map(Flag::name).toList();
    }

    static long of(Flag... flags) {
        long mask = 0;
        for (Flag flag : flags) {
            mask |= flag.mask();
        }
        return mask;
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
}
