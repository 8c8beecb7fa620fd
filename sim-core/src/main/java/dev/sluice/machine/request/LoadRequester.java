// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

/** A requester that gets only the tags of its loads ({@link Request#replyTag}), and is told before of how each went. */
public interface LoadRequester {

    /**
     * A load is answered and about to go back to its pool.
     *
     * @param arrival the cycle of the reply's event
     */
    void answering(Request request, long arrival);
}
