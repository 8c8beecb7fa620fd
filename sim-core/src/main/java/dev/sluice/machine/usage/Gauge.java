// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.usage;

import dev.sluice.result.Resource;
import java.util.List;

/**
 * The busy times of one kind of resource in a group of components, as the components themselves count them.
 *
 * @param of the group, as reports call it
 * @param names of the instances
 * @param busy how long each was busy
 */
public record Gauge(Resource resource, String of, List<String> names, Reader busy) {

    /** Reads what a component counted. */
    @FunctionalInterface
    public interface Reader {

        /** Cycles during which an instance was busy up to now; what it has promised beyond is not among them. */
        double cycles(int instance, long now);
    }

    public Gauge {
        names = List.copyOf(names);
    }

    /** That of a single component. */
    public static Gauge of(Resource resource, String of, String name, Reader busy) {
        return new Gauge(resource, of, List.of(name), busy);
    }
}
