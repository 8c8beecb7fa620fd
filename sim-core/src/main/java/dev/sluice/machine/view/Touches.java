// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.view;

/** Is told of whatever may have changed; where nobody looks there is none. */
@FunctionalInterface
public interface Touches {

    /** What has this number may have changed. */
    void touched(long number);
}
