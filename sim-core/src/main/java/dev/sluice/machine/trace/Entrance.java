// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.trace;

import dev.sluice.device.Client;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where accesses enter a device's memory hierarchy: the column {@code client} of traces. */
public enum Entrance {
    STORAGE(Client.STORAGE),
    SAMPLED(Client.SAMPLED),
    UNIFORM(Client.UNIFORM),
    INPUT_ATTACHMENT(Client.INPUT_ATTACHMENT),
    ACCELERATION_STRUCTURE(Client.ACCELERATION_STRUCTURE),
    SHADER_BINDING_TABLE(Client.SHADER_BINDING_TABLE),
    INDEX(Client.INDEX),
    VERTEX_ATTRIBUTE(Client.VERTEX_ATTRIBUTE),
    INDIRECT(Client.INDIRECT),
    COLOR_ATTACHMENT(Client.COLOR_ATTACHMENT),
    DEPTH_STENCIL_ATTACHMENT(Client.DEPTH_STENCIL_ATTACHMENT),
    TRANSFER(Client.TRANSFER),
    DISPLAY(Client.DISPLAY),
    /** Host memory's port, below the host's own caches. */
    HOST(Client.HOST),
    /** The arguments of indirect dispatches. */
    FRONT_END("frontEnd", Client.INDIRECT),
    /** Layout transitions, which go past the render output units' caches. */
    TRANSITION("transition", Client.COLOR_ATTACHMENT),
    /** Those of images of depth or stencil, which take the same way. */
    DEPTH_TRANSITION("depthTransition", Client.DEPTH_STENCIL_ATTACHMENT);

    private static final List<Entrance> ALL = List.of(values());

    private final String key;
    private final Client client;

    Entrance(Client client) {
        this(client.key(), client);
    }

    Entrance(String key, Client client) {
        this.key = key;
        this.client = client;
    }

    /** The name in traces. */
    public String key() {
        return key;
    }

    /** As whom accesses are counted that enter here. */
    public Client client() {
        return client;
    }

    /** Whether each compute unit has its own. */
    public boolean ofComputeUnit() {
        return key.equals(client.key()) && Client.ofComputeUnits().contains(client);
    }

    /** Whether each render output unit has its own. */
    public boolean ofRenderOutputUnit() {
        return this == COLOR_ATTACHMENT || this == DEPTH_STENCIL_ATTACHMENT;
    }

    /** Whether there are several, so that the unit of an access says which. */
    public boolean ofUnits() {
        return ofComputeUnit() || ofRenderOutputUnit();
    }

    /** All of them in a fixed order. */
    public static List<Entrance> all() {
        return ALL;
    }

    /** The one with a name; null if there is none. */
    public static @Nullable Entrance of(String key) {
        for (Entrance entrance : ALL) {
            if (entrance.key.equals(key)) {
                return entrance;
            }
        }
        return null;
    }
}
