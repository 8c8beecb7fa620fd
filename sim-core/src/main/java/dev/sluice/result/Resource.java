// SPDX-License-Identifier: Apache-2.0
package dev.sluice.result;

/** A kind of resource that requests or instructions can be short of. */
public enum Resource {
    /** Instructions that a compute unit can issue. */
    ISSUE_SLOTS("issueSlots", "issue slots", false),
    /** Coalesced requests that can leave a compute unit. */
    LOAD_STORE("loadStore", "load/store unit", false),
    /** Workgroups that the dispatcher can place, and that can begin on a unit where that takes time. */
    WORKGROUPS("workgroups", "workgroup set-up", false),
    /** The banks of workgroup memory. */
    SHARED_MEMORY("sharedMemory", "shared memory", false),
    /** Look-ups of a bank of a cache. */
    LOOK_UPS("lookUps", "look-ups", false),
    /** Look-ups of the halves of a cache, all banks of a half together. */
    HALF("half", "look-ups", false),
    /** Tags of a slice, where it can look up fewer than its banks could. */
    TAGS("tags", "tags", false),
    /** Bytes that a slice reads for answers. */
    DATA_READ("dataRead", "data port", false),
    /** Bytes that a slice writes for stores and atomics. */
    DATA_WRITE("dataWrite", "data port", false),
    /** The unit of a slice that performs atomics. */
    ATOMICS("atomics", "atomic unit", false),
    /** Outstanding lines of a slice: busy while no register is free. */
    MSHRS("mshrs", "MSHRs", true),
    /** The ways of a slice's sets: busy while its first stalled look-up finds that all of its set wait for fills. */
    WAYS("ways", "ways", true),
    /** The requests that may wait for a line: busy while the first stalled look-up finds as many at its own. */
    MERGES("mshrMerges", "merges", true),
    /** The places of a slice's queue: busy while somebody waits for one, and the slice's look-ups do not stall. */
    QUEUE("queue", "queue", true),
    /** The input of a slice of a shared cache. */
    REQUEST_PORT("requestPort", "port", false),
    /** The port through which a client of a shared cache gets its replies. */
    REPLY_PORT("replyPort", "port", false),
    /** The port through which a slice gives its replies, where the device limits it. */
    SLICE_REPLY_PORT("sliceReplyPort", "port", false),
    /** The walkers of page tables: busy while every one walks. */
    PAGE_WALKERS("pageWalkers", "page walkers", true),
    /** The data bus of a memory channel. */
    DRAM_BUS("dramBus", "bus", false),
    /** A bank of a memory channel: a row cycle for each row opened. */
    DRAM_BANKS("dramBanks", "row cycles", false),
    /** Rows that may be opened in a rank in a time. */
    DRAM_ACTIVATES("dramActivates", "activates", false),
    /** A direction of the link between host and device. */
    LINK("link", "link", false),
    /** Bytes that the copy engine moves. */
    TRANSFER("transfer", "engine", false),
    /** Pixels that a render output unit tests and blends. */
    PIXELS("pixels", "pixels", false);

    private final String key;
    private final String text;
    private final boolean occupied;

    Resource(String key, String text, boolean occupied) {
        this.key = key;
        this.text = text;
        this.occupied = occupied;
    }

    /** As results spell it. */
    public String key() {
        return key;
    }

    /** As reports call it. */
    public String text() {
        return text;
    }

    /** Whether it is full rather than busy: it limits because something below takes long. */
    public boolean occupied() {
        return occupied;
    }

    /** What goes through, where that is to be told apart; else empty. */
    public String detail() {
        return switch (this) {
            case REQUEST_PORT -> "requests";
            case REPLY_PORT, SLICE_REPLY_PORT -> "replies";
            case DATA_READ -> "reads";
            case DATA_WRITE -> "writes";
            default -> "";
        };
    }

    /** The resource that results spell so. */
    public static Resource of(String key) {
        for (Resource resource : values()) {
            if (resource.key.equals(key)) {
                return resource;
            }
        }
        throw new IllegalArgumentException("no resource " + key);
    }
}
