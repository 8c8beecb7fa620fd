// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.bind.Nearest;
import dev.sluice.device.QueueFamily;
import dev.sluice.program.Sharing;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Queue families as a stream names them: in ownership transfers and in the sharing of resources (Vulkan specification,
 * section Queue Family Ownership Transfer).
 */
final class FamilyNames {
    private static final String IGNORED = "IGNORED";
    /** Owners outside of the device's queues. */
    private static final List<String> OUTSIDE = List.of("EXTERNAL", "FOREIGN_EXT");

    private final StreamContext context;
    private final List<String> families;

    /** Who gives a range up and who takes it over; nobody when ownership stays. */
    record Transfer(@Nullable String from, @Nullable String to) {
        static final Transfer NONE = new Transfer(null, null);
    }

    FamilyNames(StreamContext context) {
        this.context = context;
        this.families =
                context.device.queueFamilies().stream().map(QueueFamily::name).toList();
    }

    /**
     * The transfer that a barrier names; the same family twice is none (Vulkan specification, section Queue Family
     * Ownership Transfer).
     */
    Transfer transfer(Object barrier, @Nullable String from, @Nullable String to) {
        String src = owner(barrier, "srcQueueFamily", from);
        String dst = owner(barrier, "dstQueueFamily", to);
        if ((src == null) != (dst == null)) {
            String given = src == null ? "dstQueueFamily" : "srcQueueFamily";
            String missing = src == null ? "srcQueueFamily" : "dstQueueFamily";
            throw context.where.error(
                    barrier, given, given + ": an ownership transfer names both families; give '" + missing + "' too");
        }
        return src == null || src.equals(dst) ? Transfer.NONE : new Transfer(src, dst);
    }

    private @Nullable String owner(Object user, String key, @Nullable String name) {
        if (name == null) {
            return null;
        }
        String bare = name.replaceFirst("^(VK_)?QUEUE_FAMILY_", "").replaceFirst("^EXTERNAL_KHR$", "EXTERNAL");
        if (bare.equals(IGNORED)) {
            return null;
        }
        if (OUTSIDE.contains(bare)) {
            return bare;
        }
        return known(user, key, -1, name);
    }

    private String known(Object user, String key, int index, String name) {
        if (families.contains(name)) {
            return name;
        }
        String problem = key + ": unknown queue family '" + name + "'" + Nearest.hint(name, families);
        throw index < 0 ? context.where.error(user, key, problem) : context.where.error(user, key, index, problem);
    }

    /** How a buffer or image is shared. */
    Sharing sharing(Object resource, @Nullable String mode, List<String> names) {
        Sharing.Mode shared = mode == null ? Sharing.Mode.UNSTATED : mode(resource, mode);
        if (!names.isEmpty() && shared != Sharing.Mode.CONCURRENT) {
            throw context.where.error(
                    resource, "queueFamilies", "queueFamilies: they belong to 'sharingMode: CONCURRENT' only");
        }
        List<String> listed = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            listed.add(known(resource, "queueFamilies", i, names.get(i)));
        }
        return new Sharing(shared, listed);
    }

    private Sharing.Mode mode(Object resource, String mode) {
        String bare = mode.replaceFirst("^VK_SHARING_MODE_", "");
        for (Sharing.Mode known : List.of(Sharing.Mode.EXCLUSIVE, Sharing.Mode.CONCURRENT)) {
            if (known.name().equals(bare)) {
                return known;
            }
        }
        throw context.where.error(
                resource, "sharingMode", "sharingMode: '" + mode + "' is neither EXCLUSIVE nor CONCURRENT");
    }
}
