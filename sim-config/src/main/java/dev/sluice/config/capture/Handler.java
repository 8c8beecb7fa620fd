// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

/** What a Vulkan call means to an import. */
@FunctionalInterface
interface Handler {
    void handle(Struct args);
}
