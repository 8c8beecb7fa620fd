// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

/** A call names something that Vulkan allows and the import does not follow, so that the call is left out. */
final class UnfollowedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnfollowedException(String what) {
        super(what);
    }
}
