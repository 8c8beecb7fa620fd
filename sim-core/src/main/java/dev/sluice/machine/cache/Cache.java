// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;
import dev.sluice.machine.cache.policy.Policies;
import dev.sluice.machine.cache.policy.ReplacementPolicy;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.Port;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.AcknowledgedEarly;
import dev.sluice.machine.request.ChangesInOrder;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Immediate;
import dev.sluice.machine.request.MeantBytes;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.request.SectorStore;
import dev.sluice.machine.request.VersionRuns;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.machine.usage.UsageMeter;
import dev.sluice.machine.view.Texts;
import dev.sluice.machine.view.ViewTable;
import dev.sluice.result.CacheCounters;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One slice of one instance of a cache node: sectored, banked, non-blocking up to its MSHRs, with real bytes in its
 * lines. See {@code docs/model.md}, Caches.
 *
 * <p>A request that arrives gets the next free slot of its bank; its look-up costs one event only if the bank is busy. A hit
 * is answered {@code latency} cycles after the look-up. A miss goes down at the look-up, and is answered {@code latency} cycles
 * after its last sector came. A request that finds no MSHR, no merge slot, no evictable way or no room towards the next
 * level stops the look-ups behind it until something frees, in arrival order; that is the only kind of blocking.
 *
 * <p>The sender splits: requests never cross a line, so the path into a cache has {@code maxRequestBytes} = its line size.
 */
public final class Cache extends Component implements Immediate, AcknowledgedEarly {

    static final int LOOK_UP = 0;
    static final int FILLED = 1;
    static final int WRITE_BACK_ACK = 2;
    static final int OUT = 3;
    static final int RETRY = 4;
    static final int PIECE = 5;
    static final int WALK = 6;
    private static final int ATOMIC_DONE = 7;
    private static final int NO_LONGER_BUSY = 8;
    static final int FILLED_IN_VAIN = 9;
    private static final int PREFETCH = 10;
    private static final int BUFFERED = 11;
    static final int CARRIED_BACK = 12;
    private static final int SETTLED = 13;
    private static final int ARRIVE = 14;
    /** In {@link Request#holder}: was set aside before it was looked up and holds no input credit any more. */
    static final int NO_PORT = -1;
    /** In {@link Request#holder}, less a mask of granules: was looked up, lost these, and looks up again for them. */
    static final int MOVED = -2;

    // What each look-up and each fill needs comes first: hundreds of slices take turns, and the host loads it anew.
    private @Nullable PlainLookups plain;
    /** {@link BankSlots#slots}, for arrivals that need no more of them. */
    final long[] nextSlot;

    final RequestPool pool;
    final TagArray tags;
    private Port[] ports = new Port[0];
    final CacheCounters counters;
    final ReplacementPolicy policy;
    final MshrTable mshrs;
    final CarriedReads carried;
    /** The short way of fills; null where there is more to do. */
    private @Nullable PlainFills plainFills;

    final Outlet outlet;
    /** What holds look-ups back beside the banks; null if nothing does. */
    final @Nullable Pace pace;
    /** Null where nothing is prefetched. */
    final @Nullable PrefetchUnit prefetches;
    /** The short way of stores; null where they have more to do. */
    @Nullable
    PlainStores stores;

    final DataArray data;
    final FillPath fills;
    final Lookups lookups;
    final WriteBacks writeBacks;
    final SimObserver observer;
    final boolean observed;
    /** What it tells the observer. */
    final SliceReports reports;

    /** Null where its share of an array is fixed. */
    private final @Nullable ArrayShare share;
    /** Null where lines lie as they are. */
    final @Nullable CompressedLines compressed;
    /** Of an inclusive cache those whose lines must be here too; else null. */
    @Nullable
    CopiesAbove above;
    /** Of a cache above an exclusive one what hands its lines down; else null. */
    @Nullable
    HandDown handDown;
    /** What its fills say to the level below. */
    int fillFlags = Request.FILL;
    /** Of a cache in halves that keep copies of each other's lines what knows of them; else null. */
    @Nullable
    HalfCopies halves;
    /** Where look-ups are recorded; null for nowhere. */
    private @Nullable LookupTrace trace;

    /** Where it stands in the hierarchy, as replies say it. */
    int level;

    /** Watches the look-ups; null in most runs. */
    @Nullable
    CacheProbe probe;

    /** Where somebody looks at the slice; null in most runs. */
    @Nullable
    SliceWatch watch;
    /** Whether the tag port is taken by a walk at the moment; the walker's own. */
    boolean walking;
    /** Whether any look-up stalls; the queues' own. */
    boolean stalling;
    /** Whether an event is being handled, after which stalled look-ups may try again. */
    boolean handling;
    /** Whether they are to. */
    boolean retryDue;

    private final CacheSpec spec;
    private final LineMap map;
    private final CacheNodeStats stats;
    private final BankSlots banks;
    private final Walker walker;

    private final MaintenanceOrders orders;

    final WaitingLookUps waiting;

    private final SliceContents contents;
    /** Made when first needed: most runs do everything in simulated time. */
    private @Nullable ImmediateAccess immediate;

    private final int lineShift;
    private final List<Port> portList = new ArrayList<>();
    private long passedOn;
    private long answered;
    private long taken;

    /**
     * A slice; add it to the engine before use.
     *
     * @param name as reports print it, for example {@code l1[3]} or {@code l2[5]}
     * @param slices the hash of the node, shared by the path that chooses the slice
     * @param slice which slice this is
     * @param down the path to the next level; may take shorter requests than a line
     * @param stats of the node, shared by all its instances
     * @param ledger shared by all caches of the run
     * @param seed of the run; policies that draw lots mix it with the name
     */
    public Cache(
            Engine engine,
            String name,
            CacheSpec spec,
            SliceHash slices,
            int slice,
            RequestPool pool,
            Downstream down,
            CacheNodeStats stats,
            RefillLedger ledger,
            long seed,
            SimObserver observer,
            @Nullable AccessChecker checker) {
        super(engine, name);
        this.spec = spec;
        this.map = stats.lines(slices);
        this.pool = pool;
        this.stats = stats;
        this.counters = stats.counters();
        this.observer = observer;
        this.observed = observer != SimObserver.NONE;
        this.reports = new SliceReports(this, observer);
        this.lineShift = Integer.numberOfTrailingZeros(spec.geometry().line());
        this.banks = new BankSlots(spec);
        this.nextSlot = banks.slots;
        this.mshrs = new MshrTable(spec.ports().mshrs(), pool);
        this.tags = new TagArray(
                spec.geometry().sets(), spec.tags(), spec.structure().victim().lines(), mshrs);
        this.data = new DataArray(
                tags.lines,
                spec.geometry().line() / Request.SECTOR_BYTES,
                pool.functional() ? pool.blocks() : null,
                spec.policy().dirty() == CacheSpec.DirtyTracking.BYTE,
                checker);
        this.outlet = new Outlet(
                this,
                pool,
                down,
                Math.max(4, spec.ports().queue()),
                spec.geometry().line());
        this.carried = new CarriedReads(this, mshrs);
        this.writeBacks = new WriteBacks(this, pool, tags, data, mshrs, outlet);
        ExclusiveLines exclusive = ExclusiveLines.of(this, tags, data, mshrs);
        this.fills = new FillPath(this, pool, tags, data, mshrs, outlet, ledger, exclusive);
        this.policy = Policies.create(
                spec.policy().replacement(),
                spec.geometry().sets(),
                spec.tags(),
                spec.geometry().line(),
                seed * 0x9E3779B97F4A7C15L + name.hashCode());
        if (policy.asksForAccesses() || spec.structure().prefetch().on()) {
            pool.keepOrigins();
        }
        this.lookups =
                new Lookups(this, tags, data, mshrs, outlet, fills, writeBacks, exclusive, policy, stats, slices);
        this.pace = lookups.pace;
        this.compressed = CompressedLines.of(this, pool, tags, data, lookups.placement);
        this.share = spec.structure().split().on() ? new ArrayShare(this, tags, lookups.placement) : null;
        this.prefetches = PrefetchUnit.of(this, pool, tags, mshrs, outlet, fills, stats, slices, ledger);
        this.contents = new SliceContents(this, tags, data, slices, slice);
        this.walker = new Walker(this, tags, fills, writeBacks, outlet);
        this.waiting = new WaitingLookUps(this, banks, walker);
        this.orders = new MaintenanceOrders(this, walker, lookups.exclusive);
        shorten();
    }

    /** Has look-ups and fills go the short way where that does all that is to be done. */
    void shorten() {
        boolean alone = prefetches == null && compressed == null && above == null && handDown == null && halves == null;
        boolean seen = observed || probe != null || watch != null || trace != null;
        plain = alone && !seen && banks.oneACycle ? lookups.plain() : null;
        stores = plain == null ? null : PlainStores.of(lookups);
        plainFills = seen || halves != null ? null : fills.plain();
    }

    /** Makes an input with the node's {@code queue} credits. Each sender path may have its own, or all share one. */
    public Port newPort() {
        return newPort(spec.ports().queue());
    }

    /** Makes an input with this many credits. */
    public Port newPort(int credits) {
        String portName = name() + ".in" + (portList.isEmpty() ? "" : Integer.toString(portList.size()));
        Port port = new Port(portName, this, ARRIVE + portList.size(), credits);
        portList.add(port);
        ports = portList.toArray(new Port[0]);
        return port;
    }

    /** Tells those who wait for a place of its queues whether look-ups stall. */
    void tellSenders(boolean stalls) {
        for (Port port : ports) {
            port.receiverStalls(stalls);
        }
    }

    /** Cycles in which somebody waited for a place of a queue, the mean of all queues. */
    double shortCycles(long now) {
        long sum = 0;
        for (Port port : ports) {
            sum += port.shortCycles(now);
        }
        return ports.length == 0 ? 0 : (double) sum / ports.length;
    }

    /** Says where in the hierarchy it stands, as {@link Request#servedAt} tells it. */
    public void level(int number) {
        level = number;
    }

    /** Adds what it knows of its resources: banks of a shared cache one by one, of others together. */
    public void gauges(UsageMeter meter) {
        new SliceGauges(this, banks, mshrs).addTo(meter);
    }

    /** Cycles that its banks looked up until now, the mean of all. */
    public double lookUpCycles(long now) {
        return new SliceGauges(this, banks, mshrs).lookUpCycles(now);
    }

    public CacheSpec spec() {
        return spec;
    }

    /** The counters of the node. */
    public CacheNodeStats stats() {
        return stats;
    }

    /** Begins to note what somebody wants to see; the tables of what the slice holds. To be called before the run. */
    public List<ViewTable> view(Texts texts, VersionRuns versions) {
        SliceTables tables = new SliceTables(this, texts, versions, tags, data, mshrs, fills, outlet, policy);
        SliceWatch noted = tables.watch();
        watch = noted;
        shorten();
        tags.touches = noted;
        data.touches = noted;
        mshrs.touches = noted;
        return tables.all();
    }

    /** What {@code age} of a line counts, for a person. */
    public String ageMeaning() {
        return policy.ageMeaning();
    }

    /** The address of a line that is there. */
    long addressOf(int line) {
        return tags.lineNumber(line) << lineShift;
    }

    /** Records look-ups from now on. */
    void record(LookupTrace to) {
        trace = to;
        shorten();
    }

    @Nullable
    LookupTrace trace() {
        return trace;
    }

    /** Whether look-ups are recorded. */
    boolean records() {
        return trace != null;
    }

    LineMap map() {
        return map;
    }

    /** What takes orders to flush and invalidate. */
    public MaintenanceOrders orders() {
        return orders;
    }

    /** Has the look-ups watched from now on. */
    public void watch(CacheProbe by) {
        probe = by;
        shorten();
    }

    /** Granules that a cache fetches where a set of granules is missing, by that set. */
    public static int[] fetchedWith(CacheSpec spec) {
        return LineMap.expansionTo(spec.geometry().fetch());
    }

    /** The number of the line of an address. */
    long lineNumber(long address) {
        return map.lineNumber(address);
    }

    /** The set to which a line belongs, given by its number. */
    public int setOf(long line) {
        return map.set(line);
    }

    /** The way of a line, or -1 for none; those of the victim cache count on after the set's. */
    int wayOf(int line) {
        return line < tags.inSets ? (line < 0 ? -1 : line % tags.ways) : tags.ways + line - tags.inSets;
    }

    /** The set of a line that holds something; for one in the victim cache, that from which it came. */
    int setOf(int line) {
        return line < tags.inSets ? line / tags.ways : setOf(tags.lineNumber(line));
    }

    @Override
    public void perform(Request request) {
        immediate().perform(request);
        if (halves != null && request.kind != Request.READ) {
            halves.changes(request);
        }
    }

    @Override
    public int readInPlace(long address, int wanted, int flags, int client, int command, @Nullable MeantBytes meant) {
        return immediate().readInPlace(address, wanted, flags, client, command, meant);
    }

    @Override
    public @Nullable SectorStore bytesInPlace() {
        return data.contents();
    }

    private ImmediateAccess immediate() {
        ImmediateAccess access = immediate;
        if (access == null) {
            access = lookups.immediate(pool);
            immediate = access;
        }
        return access;
    }

    /**
     * Leaves so much of the array to workgroup memory, while nothing is under way here: lines of ways that go are dropped.
     *
     * @return core cycles that a walk of the ways that go takes; 0 where none goes or the share is fixed
     */
    public long leave(long workgroupMemory) {
        return share == null ? 0 : share.leave(workgroupMemory);
    }

    /** Lines that it has, beside those of ways that workgroup memory has of their array. */
    int ownLines() {
        return share == null ? tags.lines : share.lines();
    }

    /** Whether nothing is under way here, so that requests can be carried out at once. */
    public boolean quiet() {
        return mshrs.used() == 0 && walker.idle() && outlet.queued() == 0 && waiting.none();
    }

    /** What it holds of an address, outside simulated time. */
    public SliceContents contents() {
        return contents;
    }

    /** Lines that hold anything; outside simulated time. */
    public int presentLines() {
        return tags.presentLines();
    }

    /** Lines that are dirty; outside simulated time. */
    public int dirtyLines() {
        return tags.dirtyLines();
    }

    /** Lines with fills outstanding. */
    public int outstandingLines() {
        return mshrs.used();
    }

    @Override
    protected boolean ofHierarchy() {
        return true;
    }

    @Override
    public void onEvent(int kind, int argument) {
        handling = true;
        if (kind >= ARRIVE) {
            Request request = pool.get(argument);
            PlainLookups ways = plain;
            if (ways == null || stalling || walking || !ways.arrive(this, request, kind - ARRIVE)) {
                request.holder = kind - ARRIVE;
                taken++;
                waiting.arrive(request);
            }
        } else if (kind == CARRIED_BACK) {
            carriedBack(argument);
        } else {
            handle(kind, argument);
        }
        handling = false;
        if (retryDue) {
            retryDue = false;
            waiting.retry();
        }
    }

    private void carriedBack(int entry) {
        Request read = pool.get(carried.index(entry));
        PlainFills way = plainFills;
        if (way == null || !way.carriedBack(this, read, entry)) {
            fills.onFill(read);
        }
    }

    private void handle(int kind, int argument) {
        switch (kind) {
            case LOOK_UP -> waiting.lookUpInTurn(pool.get(argument));
            case FILLED -> {
                Request fill = pool.get(argument);
                PlainFills way = plainFills;
                if (way == null || !way.filled(this, fill)) {
                    fills.onFill(fill);
                }
            }
            case WRITE_BACK_ACK -> {
                Request request = pool.get(argument);
                acknowledged(request, now());
                pool.release(request);
            }
            case SETTLED -> walker.finishIfSettled();
            case OUT -> {
                outlet.onCredit();
                if (outlet.hasRoom()) {
                    walker.onRoom();
                    wakeStalled();
                }
            }
            case RETRY -> waiting.retryIsDue(argument);
            case PIECE -> outlet.onPiece(pool.get(argument));
            case WALK -> walker.onWalk();
            case ATOMIC_DONE -> answer(pool.get(argument), spec.timing().latency());
            case NO_LONGER_BUSY -> wakeStalled();
            case PREFETCH -> {
                if (prefetches != null) {
                    prefetches.onTurn();
                }
            }
            case BUFFERED -> outlet.onTime();
            case FILLED_IN_VAIN -> writeBacks.onFillInVain(pool.get(argument));
            default -> throw new IllegalStateException(name() + ": an event of kind " + kind);
        }
    }

    @Override
    protected int requestOf(int kind, int argument) {
        return switch (kind) {
            case LOOK_UP, FILLED -> argument;
            case CARRIED_BACK -> carried.index(argument);
            default -> kind >= ARRIVE ? argument : NO_REQUEST;
        };
    }

    @Override
    protected long announce(int kind, int argument) {
        if (kind >= ARRIVE) {
            return touch(pool.get(argument));
        }
        return switch (kind) {
            case CARRIED_BACK ->
                touchLine(argument)
                        + carried.touch(argument)
                        + pool.get(carried.index(argument)).touch();
            case FILLED -> {
                Request fill = pool.get(argument);
                Request first = mshrs.firstWaiting(fill.tag);
                yield touchLine(fill.tag) + fill.touch() + (first == null ? 0 : first.touch());
            }
            case OUT -> outlet.touch();
            case WRITE_BACK_ACK -> pool.get(argument).touch();
            case LOOK_UP -> touch(pool.get(argument));
            case RETRY -> {
                Request next = waiting.next(argument);
                yield next == null ? 0 : touch(next);
            }
            default -> 0;
        };
    }

    /** Reads what the look-up of a request will need; returns anything made of it. */
    private long touch(Request request) {
        PlainLookups ways = plain;
        long address = request.address;
        return request.touch() + (ways == null ? lookups.touch(address) : ways.touch(this, address));
    }

    /** Reads what fills of a register's line and look-ups that wait for it will need; returns anything made of it. */
    private long touchLine(int entry) {
        int line = mshrs.line(entry);
        return tags.touchLine(line) + data.touch(line) + (stalling ? waiting.touch() : 0);
    }

    /** A request came and has a slot of its bank, in a cycle to come. */
    void lookUpLater(Request request, int port, long cycle) {
        taken++;
        request.holder = port;
        waiting.later(request, cycle - now());
    }

    /** A request was looked up in the slot in which it came. */
    void lookedUpOnArrival(Request request, int port, int outcome) {
        taken++;
        if (outcome == Lookups.TAKEN) {
            counters.lookups++;
            ports[port].release();
        } else {
            request.holder = port;
            waiting.stall(request, outcome);
        }
    }

    /** Looks a request up: an outcome of {@link Lookups}. */
    int lookUp(Request request) {
        if (walking) {
            walker.catchUp(now());
        }
        PlainLookups ways = plain;
        int outcome = ways == null ? PlainLookups.OTHERWISE : ways.take(this, request);
        if (outcome == PlainLookups.OTHERWISE) {
            outcome =
                    halves == null || request.kind == Request.READ ? lookups.accept(request) : change(request, halves);
        }
        return outcome;
    }

    /** Looks up what changes a line of which other halves may have copies. */
    private int change(Request request, HalfCopies among) {
        Downstream came = request.via;
        boolean first = request.holder > NO_PORT; // and was not set aside before
        int outcome = lookups.accept(request);
        if (outcome == Lookups.TAKEN) {
            among.changes(request);
            if (first && came instanceof ChangesInOrder path) {
                path.lookedUp(request);
            }
        }
        return outcome;
    }

    /** Whether another half asks, which has looked the request up before. */
    boolean isAskedByHalf(Request request) {
        return halves != null && halves.asks(request);
    }

    /** Counts sectors that came from below, or from another half. */
    void filled(long address, int sectors) {
        if (halves != null && halves.isCopy(address)) {
            stats.structure().copiedSectors += sectors;
        } else {
            counters.fills += sectors;
            counters.fillBytes += (long) sectors << 5;
        }
    }

    /** A request was looked up and taken that came by a port, or had been set aside. */
    void lookedUp(int port) {
        counters.lookups++;
        if (port > NO_PORT) {
            ports[port].release();
        }
    }

    /** Sectors of a line came. */
    void filled(Request fill) {
        if (stalling) {
            waiting.filled(fill);
        }
    }

    /** Something freed: the first stalled request tries again. */
    void wakeStalled() {
        if (stalling) {
            waiting.wake();
        }
        if (prefetches != null) {
            prefetches.wake();
        }
    }

    /** Lets a request be looked up {@code delay} cycles from now. */
    void wakeLookUp(long delay, Request request) {
        wake(delay, LOOK_UP, request.index);
    }

    /** Lets the first stalled request of a queue, by its number, try again. */
    void wakeRetry(long delay, int queue) {
        wake(delay, RETRY, queue);
    }

    /** Says that what look-ups found busy is free by then. */
    void wakeWhenReady(long delay) {
        wake(delay, NO_LONGER_BUSY, 0);
    }

    /** Lets kept-back write-backs go whose time is over by then. */
    void wakeWriteBuffer(long delay) {
        wake(delay, BUFFERED, 0);
    }

    /** Lets a prefetch have its turn in the next cycle. */
    void wakePrefetches() {
        wake(1, PREFETCH, 0);
    }

    /** Answers a request that ends here. */
    void answer(Request request, long delay) {
        answered++;
        Downstream path = request.via;
        if (path == null) {
            request.reply(delay);
        } else {
            path.reply(request, delay); // here, where the host sees that there are few kinds of paths
        }
    }

    /** Answers an atomic that is done {@code delay} cycles from now. */
    void answerAtomic(Request request, long delay) {
        wake(delay, ATOMIC_DONE, request.index);
    }

    /** Sends a request on to the next level, which answers it. */
    void passOn(Request request) {
        passedOn++;
        outlet.forward(request);
    }

    /** A request that went past in pieces has been answered. */
    void passed(Request request) {
        HostAtomics atomics = lookups.hostAtomics;
        if (atomics != null && request.kind == Request.ATOMIC && request.address >= lookups.passesFrom) {
            atomics.answered(lineNumber(request.address));
            wakeStalled();
        }
    }

    /** Takes a clean line out of the cache. */
    void drop(int line) {
        if (prefetches != null) {
            prefetches.dropped(line);
        }
        int set = line / tags.ways;
        if (line < tags.inSets) {
            policy.onInvalidate(set, line - set * tags.ways);
            PersistingLines persisting = lookups.persisting;
            if (persisting != null) {
                persisting.left(line, set);
            }
        }
        if (compressed != null) {
            compressed.left(line, set);
        }
        tags.remove(line, set);
    }

    @Override
    public boolean acknowledged(Request request, long arrival) {
        if (request.replyKind() != WRITE_BACK_ACK) { // a piece of somebody's
            return false;
        }
        if (writeBacks.answered(request, arrival)) {
            walker.answered();
        }
        return true;
    }

    /** Has the walker see whether all is answered, in a cycle to come. */
    void wakeSettled(long delay) {
        wake(delay, SETTLED, 0);
    }

    void wakeWalker(long delay) {
        wake(delay, WALK, 0);
    }

    @Override
    public void audit(Audit audit) {
        audit.balance(this, "requests", taken, answered + passedOn);
        audit.held(this, "MSHRs", mshrs.used());
        HostAtomics atomics = lookups.hostAtomics;
        audit.held(this, "atomics of host memory", atomics == null ? 0 : atomics.underWay());
        audit.held(this, "requests to the next level", outlet.queued());
        audit.held(this, "requests in pieces", outlet.openPieces());
        audit.held(this, "write-backs", writeBacks.outstanding());
        audit.held(this, "maintenance", walker.idle() ? 0 : 1);
        for (Port port : ports) {
            audit.held(this, "credits of " + port.name(), port.used());
        }
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        for (Port port : ports) {
            port.describeWaits(graph);
        }
        outlet.describeWaits(graph);
        if (waiting.forFill()) {
            graph.edge(name(), name() + " fills", "an MSHR (" + mshrs.used() + " of " + mshrs.size() + " in use)");
        }
        if (mshrs.used() > 0) {
            graph.edge(name() + " fills", "the level below " + name(), mshrs.used() + " lines to be filled");
        }
        if (writeBacks.outstanding() > 0) {
            graph.edge(name(), "the level below " + name(), writeBacks.outstanding() + " write-backs to be answered");
        }
    }
}
