// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

/**
 * The family of the queue that commands are submitted to.
 *
 * @param name the device's family that stands for it
 * @param captured its index in the capture, or -1 where that is not known
 */
record SubmittedFamily(String name, long captured) {
    /** Of commands that mean the same on every queue. */
    static final SubmittedFamily ANY = new SubmittedFamily("", -1);
}
