// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.usage;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.CacheStructure.Bypass;
import dev.sluice.machine.memory.AddressSpace;
import dev.sluice.machine.request.Request;

/** How an access goes by the caches above the one that answers it: which of them take their latency, and which it passes. */
public enum Manner {
    LOAD,
    STORE,
    HOST_LOAD,
    HOST_STORE,
    ATOMIC,
    HOST_ATOMIC,
    COHERENT,
    BYPASS;

    /** How many there are. */
    public static final int COUNT = values().length;

    /** The manner of a request. */
    static Manner of(Request request) {
        if (request.kind == Request.ATOMIC) {
            return AddressSpace.isHost(request.address) ? HOST_ATOMIC : ATOMIC;
        }
        if (request.has(Request.BYPASS)) {
            return BYPASS;
        }
        if (request.has(Request.COHERENT)) {
            return COHERENT;
        }
        if (AddressSpace.isHost(request.address)) {
            return request.kind == Request.WRITE ? HOST_STORE : HOST_LOAD;
        }
        return request.kind == Request.WRITE ? STORE : LOAD;
    }

    /** Whether an answer from below waits for the latency of a cache, as it comes into it first. */
    public boolean enters(CacheSpec cache) {
        return switch (this) {
            case LOAD -> !cache.structure().bypass().contains(Bypass.LOADS);
            case STORE ->
                cache.policy().write() == CacheSpec.WritePolicy.BACK
                        && !cache.structure().bypass().contains(Bypass.STORES);
            case HOST_LOAD -> LOAD.enters(cache) && !cache.structure().bypass().contains(Bypass.HOST);
            case HOST_STORE ->
                STORE.enters(cache) && !cache.structure().bypass().contains(Bypass.HOST);
            case ATOMIC -> cache.policy().atomics();
            case HOST_ATOMIC ->
                ATOMIC.enters(cache) && !cache.structure().bypass().contains(Bypass.HOST);
            case COHERENT -> cache.scope() != CacheSpec.Scope.COMPUTE_UNIT;
            case BYPASS -> false;
        };
    }
}
