// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

/**
 * A cache or compute unit that takes acknowledgements of its write-backs or stores when they are sent, because all that it wants to know
 * of them is when they arrive: most of them end no wait, and so need no event. Where somebody follows the requests there is one all
 * the same.
 */
public interface AcknowledgedEarly {

    /**
     * A write is answered, which goes back to its pool if that was all.
     *
     * @param arrival the cycle in which the answer comes
     * @return whether that was all; if not, nothing was changed, and the reply's event comes as to anybody
     */
    boolean acknowledged(Request request, long arrival);
}
