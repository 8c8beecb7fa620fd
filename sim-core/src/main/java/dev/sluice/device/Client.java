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

    private final String key;

    Client(String key) {
        this.key = key;
    }

    /** The name in device files and results. */
    public String key() {
        return key;
    }

    /** All clients in a fixed order; index with {@code Request.client}. */
    public static List<Client> all() {
        return ALL;
    }
}
