// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.compact;

import dev.sluice.device.GpuSpec;
import dev.sluice.device.QueueFamily;
import java.util.List;
import java.util.Set;

/** The two queues of compact streams on a device: 0 can do everything, 1 is the transfer family's or another one. */
final class DeviceQueues {
    private static final Set<String> ALL = Set.of("GRAPHICS", "COMPUTE", "TRANSFER");

    private final GpuSpec device;

    DeviceQueues(GpuSpec device) {
        this.device = device;
    }

    /** Queue 0, {@code family.index}. */
    String first() {
        return universal().name() + ".0";
    }

    /** The queue of a number, {@code family.index}. */
    String queue(Line line, Word number) {
        if (line.number(number, "the queue", 0, 1) == 0) {
            return first();
        }
        QueueFamily second = second(line, number);
        return second.name() + (second.equals(universal()) ? ".1" : ".0");
    }

    /** The family of a queue's number. */
    String family(Line line, Word number) {
        return line.number(number, "the queue", 0, 1) == 0
                ? universal().name()
                : second(line, number).name();
    }

    private QueueFamily universal() {
        List<QueueFamily> families = device.queueFamilies();
        return families.stream()
                .filter(family -> family.flags().containsAll(ALL))
                .findFirst()
                .orElse(families.get(0));
    }

    private QueueFamily second(Line line, Word number) {
        QueueFamily universal = universal();
        List<QueueFamily> others = device.queueFamilies().stream()
                .filter(family -> !family.equals(universal))
                .toList();
        return others.stream()
                .filter(family -> family.flags().equals(Set.of("TRANSFER")))
                .findFirst()
                .or(() -> others.stream().findFirst())
                .orElseGet(() -> {
                    if (universal.count() < 2) {
                        throw number.error(line.keyword().word() + ": device '" + device.name()
                                + "' has one queue only, which is queue 0");
                    }
                    return universal;
                });
    }
}
