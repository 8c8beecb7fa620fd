// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import dev.sluice.device.Client;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.observe.ObservedRequest;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One coalesced access on its way through the hierarchy: up to {@value #MAX_BYTES} bytes of one line.
 *
 * <p>Requests are pooled ({@link RequestPool}) and mutable; whoever acquires one fills it in, sends it down, and releases
 * it after the reply. Fields are public because this is the hottest object of the simulator and has no invariant beyond
 * what {@link #start} sets up. They are few and narrow because some ten thousand requests are under way at a time, more than the
 * caches of the host hold; what few requests need lies in arrays of the pool.
 */
public final class Request implements ObservedRequest {

    /** Bytes of a sector, the unit of {@link #sectors}, of validity and of transfers between levels. */
    public static final int SECTOR_BYTES = ObservedRequest.SECTOR_BYTES;

    /** The longest run of bytes that a request can name. */
    public static final int MAX_BYTES = ObservedRequest.MAX_BYTES;

    private static final Kind[] KINDS = Kind.values();

    public static final int MAX_SECTORS = MAX_BYTES / SECTOR_BYTES;

    /** Reads the sectors of {@link #sectors}; the reply carries them. */
    public static final int READ = 0;
    /** Writes the bytes of {@link #byteMask}; the reply says that they have been taken over at this level. */
    public static final int WRITE = 1;
    /** Reads, modifies and writes at the point of coherence; operands in {@link #atomics}. */
    public static final int ATOMIC = 2;

    /**
     * Must be served at the point of coherence: never hits in a first-level cache (Philip Taylor, Vulkan memory
     * dependencies, section GPU memory architecture).
     */
    public static final int COHERENT = 1;
    /** Allocates nowhere above memory. */
    public static final int BYPASS = 1 << 1;
    /** Evict first. */
    public static final int STREAMING = 1 << 2;
    /** Dirty bytes of a cache, not a program's own write: may put older bytes over newer ones. */
    public static final int WRITE_BACK = 1 << 3;
    /** A cache's fill, not a program's own read. */
    public static final int FILL = 1 << 4;
    /** The address is that of a texel, accessed as part of an image: who can undoes compression on the way. */
    public static final int IMAGE = 1 << 5;
    /** Evict last, in caches that keep a share of their ways for such lines. */
    public static final int PERSISTING = 1 << 6;

    /**
     * Between a cache and an exclusive one below it: a read takes what it reads along, a write brings clean bytes down that the cache
     * above gives up, which are no newer than what is there.
     */
    public static final int EXCHANGE = 1 << 7;

    /** What caches send for themselves. */
    private static final int OF_CACHES = FILL | WRITE_BACK;

    /** In {@link #unit()}: no compute unit issued it, or origins are not kept. */
    public static final int NO_UNIT = -1;
    /** In {@link #site()}: no instruction of a kernel issued it, or origins are not kept. */
    public static final int NO_SITE = 0;

    static final long NO_ORIGIN = (long) NO_UNIT << Integer.SIZE | NO_SITE;

    /** Levels that {@link #servedAt} tells apart: 0 for none, caches from 1 on, then these two. */
    public static final int LEVELS = 32;

    /** The level of device memory. */
    public static final int VRAM = LEVELS - 2;

    /** The level of the host's memory and caches, behind the link. */
    public static final int HOST = LEVELS - 1;

    private static final int MOST_NETWORK = 0xFFFF / LEVELS;

    private static final int SECTOR_SHIFT = 5;

    static final int MASK_WORDS = MAX_BYTES / Long.SIZE;

    /** In {@link #state}: lies in the pool. */
    private static final int POOLED = 1;
    /** In {@link #state}: its bytes are a mask in the pool. */
    private static final int MASKED = 2;
    /** In {@link #state}: is under way as a fill for itself, which has no byte mask. */
    private static final int CARRIED = 4;
    /** In {@link #state}: its tag is the operand of its reply. */
    private static final int REPLIES_TAG = 32;
    /** In {@link #state}: its bytes are one run, which needs no mask in the pool. */
    private static final int RUN = 8;
    /** In {@link #state}: the reply's operand is another than {@link #index}, and lies in the pool. */
    private static final int OWN_ARGUMENT = 16;
    /** In {@link #state}: goes back to its pool when it is answered; its tag is all that the requester needs. */
    private static final int ENDS_WITH_REPLY = 64;

    /** The bits of {@link #delivery()}. */
    public static final int DELIVERY = CARRIED | REPLIES_TAG | ENDS_WITH_REPLY;

    private static final int BYTES = MASKED | RUN;
    private static final int LAST_BIT = Long.SIZE - 1;

    /** This request's place in its pool: the operand of events. */
    public final int index;

    /** {@link #READ}, {@link #WRITE} or {@link #ATOMIC}. */
    public byte kind;

    public byte flags;
    /** Address of byte 0, a multiple of {@link #SECTOR_BYTES}; the request never crosses a line of its receiver. */
    public long address;
    /** Bit i: sector i from {@link #address} takes part. */
    public short sectors;

    /** Who asked: ordinal of {@link Client}. */
    public byte client;
    /** Command on whose behalf, as an index into the run's command table; -1 for none. */
    public int command;
    /** The agent (task or host operation) that reads or writes: the version that its bytes carry. */
    public int agent;

    public @Nullable Component replyTo;
    private short replyKind;
    /** The path that the request came by, which is the one that its reply takes; set by each {@link Downstream} it enters. */
    public @Nullable Downstream via;

    /** Bytes and versions; null in a timing-only run. */
    public final @Nullable Payload payload;
    /** Link for intrusive queues of whoever holds the request. */
    public @Nullable Request next;
    /** Scratch of the current holder. */
    public int holder;
    /** The requester's own, untouched by everyone else until the reply. */
    public int tag;

    private final RequestPool pool;
    private byte state = POOLED;
    /** Where the reply comes from, and a fourth of the cycles that networks took: {@link #LEVELS} times this, plus the former. */
    private short course;
    /** The first byte of the run. */
    private byte first;
    /** The last byte of the run. */
    private byte last;

    Request(RequestPool pool, int index, boolean functional) {
        this.pool = pool;
        this.index = index;
        this.payload = functional ? new Payload(pool.blocks()) : null;
    }

    /** Marks the request as taken out of its pool or given back to it. */
    void pooled(boolean now) {
        state = (byte) (now ? state | POOLED : state & ~POOLED);
    }

    boolean pooled() {
        return (state & POOLED) != 0;
    }

    /** Sets up a fresh request; byte mask, flags and reply are cleared. */
    public void start(int kind, long address, int sectors, int client, int command, int agent) {
        this.kind = (byte) kind;
        this.address = address;
        this.sectors = (short) sectors;
        this.client = (byte) client;
        this.command = command;
        this.agent = agent;
        this.flags = 0;
        if ((state & MASKED) != 0) {
            clearMask();
        }
        state &= POOLED;
        if (payload != null) {
            payload.servedBy = null;
            payload.heldIn = null;
        }
        via = null;
        next = null;
        replyTo = null;
        course = 0;
        pool.waits(this);
    }

    private void clearMask() {
        Arrays.fill(pool.masks, index * MASK_WORDS, (index + 1) * MASK_WORDS, 0);
    }

    /**
     * Sets up a fresh request without bytes, all but its flags and its tag, as a read of whose reply the requester needs its tag only:
     * {@link #start} and {@link #replyTag} in one.
     */
    public void startLoad(
            long address, int sectors, int client, int command, int agent, Component component, int kindOfReply) {
        if ((state & MASKED) != 0) {
            clearMask();
        }
        state = REPLIES_TAG | ENDS_WITH_REPLY;
        kind = READ;
        this.address = address;
        this.sectors = (short) sectors;
        this.client = (byte) client;
        this.command = command;
        this.agent = agent;
        via = null;
        next = null;
        replyTo = component;
        replyKind = (short) kindOfReply;
        course = 0;
        pool.waits(this);
    }

    /** Names who gets the reply, as an event of kind {@code replyKind} with {@code replyArgument}. */
    public void replyTo(Component component, int replyKind, int replyArgument) {
        this.replyTo = component;
        this.replyKind = (short) replyKind;
        if (replyArgument == index) {
            state &= ~OWN_ARGUMENT;
        } else {
            state |= OWN_ARGUMENT;
            pool.argument(index, replyArgument);
        }
    }

    /**
     * Names who gets the reply of a read whose requester needs nothing of it but its tag: the event's operand is {@link #tag}, and
     * the request is back in its pool before the event.
     */
    public void replyTag(Component component, int kindOfReply) {
        replyTo(component, kindOfReply, index);
        state |= REPLIES_TAG | ENDS_WITH_REPLY;
    }

    /** The kind of the event that {@link #replyTo} will get. */
    public int replyKind() {
        return replyKind;
    }

    /** The operand of the event that {@link #replyTo} will get. */
    public int replyArgument() {
        return (state & REPLIES_TAG) != 0 ? tag : (state & OWN_ARGUMENT) == 0 ? index : pool.argument(index);
    }

    /** Whether the reply's operand is neither {@link #index} nor {@link #tag}. */
    public boolean hasOwnArgument() {
        return (state & OWN_ARGUMENT) != 0;
    }

    /** How the reply reaches {@link #replyTo}: what {@link #carry} changes and {@link #deliver} takes. */
    public int delivery() {
        return state & DELIVERY;
    }

    /**
     * Sends this request on as a fill for itself: it has no byte mask until {@link #deliver}, as fills have none, and the operand of
     * its reply is its {@link #tag}.
     */
    public void carry(Component component, int kindOfReply) {
        replyTo = component;
        replyKind = (short) kindOfReply;
        state = (byte) (state & ~DELIVERY | CARRIED | REPLIES_TAG);
        pool.waits(this);
    }

    /** Has the reply reach a component as {@link #delivery()} said earlier. */
    public void deliver(Component component, int kindOfReply, int delivery) {
        replyTo = component;
        replyKind = (short) kindOfReply;
        state = (byte) (state & ~DELIVERY | delivery);
        pool.isThere(this);
    }

    /** Whether this request is under way as a fill for itself. */
    public boolean carried() {
        return (state & CARRIED) != 0;
    }

    /** Has this request be under way as a fill for itself, or not: it has no byte mask meanwhile. */
    public void carried(boolean now) {
        state = (byte) (now ? state | CARRIED : state & ~CARRIED);
    }

    public boolean has(int flag) {
        return (flags & flag) != 0;
    }

    /** Whether it brings down what a cache gives up clean: then {@link #agent} is no agent, but says how old the bytes are. */
    boolean handedDown() {
        return kind == WRITE && has(EXCHANGE);
    }

    public int sectorCount() {
        return Integer.bitCount(sectors);
    }

    /** A word of the byte mask: bit b says that byte 64 * word + b from {@link #address} is read by the program or written. */
    public long byteMask(int word) {
        if ((state & CARRIED) != 0) {
            return 0;
        }
        return (state & RUN) != 0 ? runMask(word) : (state & MASKED) != 0 ? pool.masks[index * MASK_WORDS + word] : 0;
    }

    private long runMask(int word) {
        int low = Math.max((first & 0xFF) - (word << 6), 0);
        int high = Math.min((last & 0xFF) - (word << 6), LAST_BIT);
        return low > high ? 0 : -1L >>> LAST_BIT - (high - low) << low;
    }

    @Override
    public boolean takesByte(int offset) {
        return (byteMask(offset >>> 6) >>> offset & 1) != 0;
    }

    /** The bytes of sector {@code i} that take part, bit 0 being the sector's first byte. */
    public int sectorBytes(int i) {
        return (int) (byteMask(i >>> 1) >>> ((i & 1) << 5));
    }

    /** The sectors of which every byte takes part. */
    public int wholeSectors() {
        if ((state & (RUN | CARRIED)) == RUN) {
            int end = (last & 0xFF) + 1 >>> SECTOR_SHIFT;
            int begin = (first & 0xFF) + SECTOR_BYTES - 1 >>> SECTOR_SHIFT;
            return end <= begin ? 0 : (1 << end) - (1 << begin);
        }
        return (state & (MASKED | CARRIED)) == MASKED ? wholeInMask() : 0;
    }

    private int wholeInMask() {
        int whole = 0;
        for (int word = 0; word < MASK_WORDS; word++) {
            long mask = pool.masks[index * MASK_WORDS + word];
            whole |= ((int) mask == -1 ? 1 : 0) << 2 * word;
            whole |= ((int) (mask >>> Integer.SIZE) == -1 ? 2 : 0) << 2 * word;
        }
        return whole;
    }

    /** Adds bytes of sector {@code i} to the byte mask. */
    public void addSectorBytes(int i, int mask) {
        addBytesOf(i >>> 1, (mask & 0xFFFF_FFFFL) << ((i & 1) << 5));
    }

    /** Adds bytes to a word of the byte mask: bit b is byte 64 * word + b. */
    public void addBytesOf(int word, long bits) {
        if (bits == 0) {
            return;
        }
        int low = Long.numberOfTrailingZeros(bits);
        long run = bits >>> low;
        if ((run & run + 1) != 0
                || !extendsRun((word << 6) + low, (word << 6) + LAST_BIT - Long.numberOfLeadingZeros(bits))) {
            mask(word, bits);
        }
    }

    /** Makes the bytes from one to another the run, or a part of it, if they are one with what is there. */
    private boolean extendsRun(int from, int to) {
        if ((state & BYTES) == 0) {
            state |= RUN;
            first = (byte) from;
            last = (byte) to;
            return true;
        }
        return lengthensRun(from, to);
    }

    private boolean lengthensRun(int from, int to) {
        if ((state & MASKED) != 0 || from > (last & 0xFF) + 1 || to < (first & 0xFF) - 1) {
            return false;
        }
        first = (byte) Math.min(first & 0xFF, from);
        last = (byte) Math.max(last & 0xFF, to);
        return true;
    }

    /** Adds bytes that make no run with those there. */
    private void mask(int word, long bits) {
        if ((state & RUN) != 0) {
            for (int i = 0; i < MASK_WORDS; i++) {
                pool.masks[index * MASK_WORDS + i] = runMask(i);
            }
        }
        state = (byte) (state & ~RUN | MASKED);
        pool.masks[index * MASK_WORDS + word] |= bits;
    }

    /** Takes over the byte mask of another request. */
    public void copyBytes(Request from) {
        for (int word = 0; word < MASK_WORDS; word++) {
            addBytesOf(word, from.byteMask(word));
        }
    }

    /** Takes all bytes of all sectors of {@link #sectors} into the byte mask. */
    public void coverSectors() {
        int low = Integer.numberOfTrailingZeros(sectors);
        int run = sectors >>> low;
        if (sectors != 0 && (run & run + 1) == 0) {
            addBytes(low << SECTOR_SHIFT, Integer.bitCount(run) << SECTOR_SHIFT);
            return;
        }
        for (int i = 0; i < MAX_SECTORS; i++) {
            if ((sectors >>> i & 1) != 0) {
                addSectorBytes(i, -1);
            }
        }
    }

    /** Makes so many bytes from one on the byte mask of a request that has none yet; they lie in its sectors. */
    public void run(int from, int count) {
        state |= RUN;
        first = (byte) from;
        last = (byte) (from + count - 1);
    }

    /** Adds {@code count} bytes from byte {@code from}, and the sectors they lie in. */
    public void addBytes(int from, int count) {
        if (count <= 0) {
            return;
        }
        int to = from + count - 1;
        sectors |= (short) ((2 << (to >>> 5)) - (1 << (from >>> 5)));
        if (!extendsRun(from, to)) {
            for (int word = from >>> 6; word <= to >>> 6; word++) {
                int low = Math.max(from - (word << 6), 0);
                int high = Math.min(to - (word << 6), LAST_BIT);
                mask(word, -1L >>> LAST_BIT - (high - low) << low);
            }
        }
    }

    /** Whether a sector that takes part has a byte of the addresses from one to another, the last one exclusive. */
    public boolean touches(long from, long to) {
        long first = Math.max(0, from - address >> SECTOR_SHIFT);
        long end = Math.min(MAX_SECTORS, to - address + SECTOR_BYTES - 1 >> SECTOR_SHIFT);
        return first < end && (sectors >> first & (1 << end - first) - 1) != 0;
    }

    /** The first byte of the byte mask, which has one. */
    public int firstByte() {
        if ((state & (RUN | CARRIED)) == RUN) {
            return first & 0xFF;
        }
        int word = 0;
        while (byteMask(word) == 0) {
            word++;
        }
        return (word << 6) + Long.numberOfTrailingZeros(byteMask(word));
    }

    /** The last byte of the byte mask, which has one. */
    public int lastByte() {
        if ((state & (RUN | CARRIED)) == RUN) {
            return last & 0xFF;
        }
        int word = MASK_WORDS - 1;
        while (byteMask(word) == 0) {
            word--;
        }
        return (word << 6) + LAST_BIT - Long.numberOfLeadingZeros(byteMask(word));
    }

    /** Number of bytes in the byte mask. */
    public int byteCount() {
        if ((state & CARRIED) != 0) {
            return 0;
        }
        if ((state & RUN) != 0) {
            return (last & 0xFF) - (first & 0xFF) + 1;
        }
        int count = 0;
        for (int word = 0; word < MASK_WORDS; word++) {
            count += Long.bitCount(byteMask(word));
        }
        return count;
    }

    /** The compute unit that issued it, or {@link #NO_UNIT}; fills keep that of the request that caused them. */
    public int unit() {
        return (int) (pool.origin(index) >> Integer.SIZE);
    }

    /** The instruction that issued it, or {@link #NO_SITE}; fills keep that of the request that caused them. */
    public int site() {
        return (int) pool.origin(index);
    }

    /** Says which instruction of which compute unit issued it; kept where {@link RequestPool#keepOrigins} asks for it. */
    public void origin(int unit, int site) {
        pool.origin(index, (long) unit << Integer.SIZE | site & 0xFFFF_FFFFL);
    }

    /** Takes over the unit and the site of the request that caused this one. */
    public void originOf(Request because) {
        pool.origin(index, because.pool.origin(because.index));
    }

    /** The cycle of {@link #stamp(long)}. */
    public long stamp() {
        return pool.stamps[index];
    }

    /** Notes a cycle for its current holder, for latency statistics. */
    public void stamp(long cycle) {
        pool.stamps[index] = cycle;
    }

    /** Notes the cycle at which a compute unit issued it. */
    public void issuedAt(long cycle) {
        pool.issues[index] = (int) cycle;
    }

    /** Cycles since {@link #issuedAt}, less than 2 to the 32 of them. */
    public long age(long now) {
        return (int) now - pool.issues[index] & 0xFFFF_FFFFL;
    }

    /** Operands of an atomic; null until this pooled object first serves one. */
    public @Nullable AtomicOperands atomics() {
        return pool.atomics(index);
    }

    /** The operands of an atomic, to be filled in. */
    public AtomicOperands newAtomics() {
        return pool.newAtomics(index);
    }

    /** The component whose contents answered a read; null in a timing-only run. */
    public @Nullable Component servedBy() {
        Payload bytes = payload;
        return bytes == null ? null : bytes.servedBy;
    }

    /** Says whose contents answered a read. */
    public void servedBy(@Nullable Component component) {
        Payload bytes = payload;
        if (bytes != null) {
            bytes.servedBy = component;
        }
    }

    /** Of a write-back that others forward: the name of the cache instance whose bytes these were; else null. */
    public @Nullable String heldIn() {
        Payload bytes = payload;
        return bytes == null ? null : bytes.heldIn;
    }

    /** Says which cache instance the bytes of a write-back were held in. */
    public void heldIn(@Nullable String instance) {
        Payload bytes = payload;
        if (bytes != null) {
            bytes.heldIn = instance;
        }
    }

    /** Says at which level the reply begins. */
    public void servedAt(int level) {
        course = (short) (course & -LEVELS | level);
    }

    /** A network has taken so many cycles to carry the request, or its reply. */
    public void travelled(long cycles) {
        addNetwork((int) Math.min(cycles + 2 >> 2, MOST_NETWORK));
    }

    /** The request waited for a fill: what the fill went through is what it waited for. */
    public void waitedFor(Request fill) {
        servedAt(fill.course & LEVELS - 1);
        addNetwork((fill.course & 0xFFFF) / LEVELS);
    }

    private void addNetwork(int quarters) {
        int sum = (course & 0xFFFF) + quarters * LEVELS;
        course = (short) (sum <= 0xFFFF ? sum : MOST_NETWORK * LEVELS | course & LEVELS - 1);
    }

    /** Where the reply comes from and what networks took, 16 bits for {@link #levelOf} and {@link #networkOf}. */
    public int course() {
        return course & 0xFFFF;
    }

    /** The level at which a reply began, by its {@link #course}; 0 if nobody said. */
    public static int levelOf(int course) {
        return course & LEVELS - 1;
    }

    /** Cycles that networks took there and back, by a {@link #course}: to four cycles, and 8,188 at most. */
    public static int networkOf(int course) {
        return (course & 0xFFFF) / LEVELS * 4;
    }

    /** Reads what most holders need, over all of its length; returns anything made of it. */
    public long touch() {
        Payload bytes = payload;
        return address + (via == null ? 0 : 1) + (bytes == null ? 0 : bytes.touch()) + pool.issues[index];
    }

    /** Sends the reply back by the path that the request came by, {@code delay} cycles from now. */
    public void reply(long delay) {
        Downstream path = via;
        if (path != null) {
            path.reply(this, delay);
        } else {
            deliverReply(delay);
        }
    }

    /** Schedules the reply event at the requester itself; called by the last {@link Downstream} on the way back. */
    public void deliverReply(long delay) {
        Component to = replyTo;
        if (to == null) {
            throw new IllegalStateException("a request without a requester was answered");
        }
        if (kind == WRITE && !pool.watched() && acknowledgedEarly(to, delay)) {
            return;
        }
        to.engine().schedule(to, delay, replyKind, replyArgument());
        if ((flags & OF_CACHES) == 0 && to instanceof LoadRequester requester) { // first what costs little to see
            requester.answering(this, to.engine().now() + delay);
        }
        if ((state & ENDS_WITH_REPLY) != 0) {
            pool.release(this);
        } else {
            pool.answerArrives(this, delay);
        }
    }

    /** Answers a write whose sender wants to know no more than when its answer arrives, which then is no event; returns whether it was one. */
    private boolean acknowledgedEarly(Component to, long delay) {
        if (!(to instanceof AcknowledgedEarly sender)
                || !sender.acknowledged(this, to.engine().now() + delay)) {
            return false;
        }
        pool.release(this);
        return true;
    }

    /** What it is, in a word or two, for somebody who looks: {@code read}, {@code fill}, {@code write-back}. */
    public String what() {
        return switch (kind) {
            case READ -> has(FILL) ? "fill" : "read";
            case WRITE -> has(WRITE_BACK) ? "write-back" : "write";
            default -> "atomic";
        };
    }

    @Override
    public int number() {
        return index;
    }

    @Override
    public Kind operation() {
        return KINDS[kind];
    }

    @Override
    public long address() {
        return address;
    }

    @Override
    public int sectors() {
        return sectors;
    }

    @Override
    public Client client() {
        return Client.all().get(client);
    }

    @Override
    public int command() {
        return command;
    }

    @Override
    public boolean coherent() {
        return has(COHERENT);
    }

    @Override
    public boolean bypass() {
        return has(BYPASS);
    }

    @Override
    public boolean streaming() {
        return has(STREAMING);
    }

    @Override
    public boolean writeBack() {
        return has(WRITE_BACK);
    }

    @Override
    public boolean fill() {
        return has(FILL);
    }

    @Override
    public boolean hasData() {
        return payload != null;
    }

    @Override
    public byte data(int offset) {
        Payload bytes = payload;
        if (bytes == null) {
            throw new IllegalStateException("a timing-only run has no bytes");
        }
        return bytes.value(offset);
    }

    @Override
    public int writer(int offset) {
        if (kind == WRITE && !writeBack()) {
            return agent;
        }
        Payload bytes = payload;
        int version = bytes == null ? 0 : bytes.byteVersion(offset);
        return VersionBundles.encoded(version) ? -1 : version;
    }
}
