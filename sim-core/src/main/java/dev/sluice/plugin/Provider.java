// SPDX-License-Identifier: Apache-2.0
package dev.sluice.plugin;

import java.util.List;

/**
 * Something that device files know by name and that jars can bring along: what all kinds of it have in common.
 *
 * <p>A kind is an interface that extends this one; a provider of it has a public constructor without arguments and its class stands
 * in {@code META-INF/services} under the interface's name.
 */
public interface Provider {

    /** The name in device files. */
    String name();

    /** One line about what it does. */
    default String description() {
        return "from a plug-in";
    }

    /** What can be set of it. */
    default List<Parameter> parameters() {
        return List.of();
    }
}
