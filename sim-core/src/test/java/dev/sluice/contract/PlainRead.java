// SPDX-License-Identifier: Apache-2.0
package dev.sluice.contract;

import dev.sluice.device.Client;
import dev.sluice.machine.cache.policy.CacheAccess;
import dev.sluice.machine.observe.ObservedRequest;

/** A read of storage that is made up: by no unit and no command, in the only set, without a hint, unless it says otherwise. */
public interface PlainRead extends CacheAccess {

    @Override
    default int set() {
        return 0;
    }

    @Override
    default int way() {
        return NO_WAY;
    }

    @Override
    default Client client() {
        return Client.STORAGE;
    }

    @Override
    default int unit() {
        return NO_UNIT;
    }

    @Override
    default ObservedRequest.Kind kind() {
        return ObservedRequest.Kind.READ;
    }

    @Override
    default boolean dirty() {
        return false;
    }

    @Override
    default boolean sectorMiss() {
        return false;
    }

    @Override
    default int command() {
        return -1;
    }

    @Override
    default int site() {
        return NO_SITE;
    }

    @Override
    default Hint hint() {
        return Hint.NONE;
    }
}
