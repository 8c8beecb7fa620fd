// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

/**
 * A requester that is told how its requests went when they are answered, before the reply's event: of loads it may get only the tags
 * ({@link Request#replyTag}).
 */
public interface LoadRequester {

    /**
     * A request is answered; a load may be about to go back to its pool.
     *
     * @param arrival the cycle of the reply's event
     */
    void answering(Request request, long arrival);
}
