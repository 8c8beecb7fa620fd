// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

/** What sends the accesses of a trace in the place of a client of the device. */
interface TraceClient {

    /** The name of the component in whose place it sends; there may be none. */
    String inPlaceOf();
}
