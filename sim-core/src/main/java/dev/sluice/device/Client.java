// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import java.util.List;

/**
 * Who makes an access, by the path it takes: the keys of a device's {@code clients} ({@code docs/formats.md}, Device
 * files).
 */
public enum Client {
    STORAGE("storage"),
    SAMPLED("sampled"),
    UNIFORM("uniform"),
    INPUT_ATTACHMENT("inputAttachment"),
    /** Acceleration structures and the scratch memory of their builds, whichever unit walks them. */
    ACCELERATION_STRUCTURE("accelerationStructure"),
    SHADER_BINDING_TABLE("shaderBindingTable"),
    INDEX("index"),
    VERTEX_ATTRIBUTE("vertexAttribute"),
    INDIRECT("indirect"),
    COLOR_ATTACHMENT("colorAttachment"),
    DEPTH_STENCIL_ATTACHMENT("depthStencilAttachment"),
    TRANSFER("transfer"),
    DISPLAY("display"),
    HOST("host"),
    MAINTENANCE("maintenance");

    private static final List<Client> ALL = List.of(values());

    private static final List<Client> OF_COMPUTE_UNITS =
            List.of(STORAGE, SAMPLED, UNIFORM, INPUT_ATTACHMENT, ACCELERATION_STRUCTURE, SHADER_BINDING_TABLE);

    private final String key;

    Client(String key) {
        this.key = key;
    }

    /** The name in device files and results. */
    public String key() {
        return key;
    }

    /** The clients that the kernels on compute units are, by what is behind their bindings. */
    public static List<Client> ofComputeUnits() {
        return OF_COMPUTE_UNITS;
    }

    /** All clients in a fixed order; index with {@code Request.client}. */
    public static List<Client> all() {
        return ALL;
    }
}
