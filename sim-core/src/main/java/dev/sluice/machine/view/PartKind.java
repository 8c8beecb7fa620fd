// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.view;

/** What a part of the machine is. */
public enum PartKind {
    COMPUTE_UNIT("computeUnit"),
    CACHE("cache"),
    NETWORK("network"),
    DRAM_CHANNEL("dramChannel"),
    LINK("link"),
    HOST_CORE("hostCore"),
    HOST_CACHE("hostCache"),
    WRITE_COMBINING("writeCombining"),
    HOST_MEMORY("hostMemory"),
    ROP("rop"),
    COMPRESSION("compression"),
    COPY_ENGINE("copyEngine"),
    FRONT_END("frontEnd"),
    DISPLAY("display"),
    QUEUE("queue"),
    HOST_THREAD("hostThread"),
    PROGRAM("program"),
    TRANSLATION("translation"),
    MEMORY("memory"),
    TRUTH("truth"),
    REQUESTS("requests");

    private final String key;

    PartKind(String key) {
        this.key = key;
    }

    /** Its name in recordings. */
    public String key() {
        return key;
    }
}
