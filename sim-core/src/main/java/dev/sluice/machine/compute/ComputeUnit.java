// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.device.ComputeSpec;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.AcknowledgedEarly;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.LoadRequester;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.usage.UnitAccount;
import dev.sluice.machine.view.Texts;
import dev.sluice.machine.view.ViewTable;
import dev.sluice.machine.view.WholeTable;
import dev.sluice.program.kernel.WaveInterpreter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A compute unit: resident waves that issue in order each, oldest first among them.
 *
 * <p>The unit has {@code issuePerCycle} issue slots. An instruction takes one for a cycle, arithmetic of n cycles for n;
 * a free slot takes the next instruction of the oldest wave that has one to issue, and a wave issues at most one a cycle.
 * A load does not hold up its wave until an instruction needs its register. A wave keeps its place until its loads are
 * back, and gives it up before its stores are acknowledged.
 *
 * <p>A cycle of the unit is one {@link #tick}, after whatever arrives in that cycle: waves whose cycle has come become ready,
 * requests leave, waves issue. Arrivals (replies, room on a path) only note what they change and ask the {@link UnitClock} for
 * the tick. The unit sleeps while there is nothing to do.
 */
public final class ComputeUnit extends Component implements LoadRequester, AcknowledgedEarly {

    static final int WAVE_READY = 0;
    static final int PATH_READY = 1;
    static final int REPLY = 2;
    static final int SHARED_DONE = 3;
    static final int FLUSHED = 4;
    static final int INVALIDATED = 5;
    static final int LOADED = 6;
    static final int STORED = 7;
    private static final int ALL_STORED = 8;

    /** Bits of a register's number, where it follows a wave's place in an int. */
    static final int REGISTER_BITS = 19;

    // What each tick needs comes first: tens of units take turns, and the host loads it anew each time.
    /** Told when a wave may have changed; null in most runs. */
    private @Nullable List<WholeTable> viewed;

    private final AgeOrder age;
    private final LoadStoreUnit loadStore;
    /** Of the issue slots but one, ascending: the first cycle at which each is free, or one that is past, if it is free. */
    private final long[] otherSlots;

    private final UnitAccount cycles;
    private final SharedMemory shared;
    private final WaveTable waves;
    private final WaveInterpreter interpreter;
    private final ComputeArray array;
    private final UnitClock clock;
    /** The clock's sets in which the unit is, and its bit there. */
    private final int clockSets;

    private final long clockBit;
    /** The first cycle at which one of the slots is free. */
    private long firstFree;

    private long issues;
    private boolean ticking;
    private final int index;
    /** The unit's first place in what all units share. */
    private final int first;

    private final ComputeSpec spec;
    private final SharedAccess sharedAccess;
    private final WaveBarriers barriers;
    private final UnitCacheControl caches;
    private final Places places;
    private @Nullable Dispatcher dispatcher;

    /**
     * @param index the unit's number in the array, by which {@link UnitCacheControl} knows it
     * @param paths the path down for each client, indexed by the ordinal of {@link dev.sluice.device.Client}; those for
     *     storage, sampled, uniform and input attachment must be there and may be one object
     * @throws IllegalArgumentException if one of the paths is missing
     */
    public ComputeUnit(
            Engine engine,
            String name,
            int index,
            ComputeArray array,
            @Nullable Downstream[] paths,
            UnitCacheControl caches) {
        super(engine, name);
        this.index = index;
        this.array = array;
        this.spec = array.spec;
        this.clock = array.clock;
        this.clockSets = clock.sets(index);
        this.clockBit = 1L << index;
        this.cycles = array.cycles.unit(index);
        ComputeSpec.WorkgroupMemory memory = spec.sharedMemory();
        this.shared = new SharedMemory(memory.size(), memory.latency(), memory.queue());
        BankConflicts banks = new BankConflicts(memory.banks(), spec.waveSize(), memory.laneGroupBytes());
        this.sharedAccess = new SharedAccess(this, shared, banks, array.pool.functional());
        this.caches = caches;
        this.barriers = new WaveBarriers(this, caches, array.stores);
        this.otherSlots = new long[spec.issuePerCycle() - 1];
        this.first = index * spec.wavesPerUnit();
        this.places = new Places(array, first, shared);
        this.waves = array.waves;
        this.interpreter = array.interpreter;
        this.age = new AgeOrder(waves, first, spec.wavesPerUnit());
        this.loadStore = new LoadStoreUnit(this, array, places, paths);
        clock.add(this);
    }

    /** The tables of its waves and of its requests that wait, for somebody who looks between events. */
    public List<ViewTable> view(Texts texts) {
        WholeTable resident = new WavesTable(places, waves, interpreter, texts, first, spec.wavesPerUnit());
        WholeTable waiting = loadStore.view(texts);
        viewed = List.of(resident, waiting);
        return List.of(resident, waiting);
    }

    private void touched() {
        List<WholeTable> told = viewed;
        if (told != null) {
            told.forEach(WholeTable::touch);
        }
    }

    /** The unit's number. */
    public int index() {
        return index;
    }

    /** Waves that have a place on the unit. */
    public int residentWaves() {
        return places.residentWaves();
    }

    /** Coalesced requests sent so far. */
    public long requests() {
        return loadStore.issued();
    }

    /** Sectors that those requests address. */
    public long sectors() {
        return loadStore.sectors();
    }

    /** How often a wave has issued something. */
    public long issues() {
        return issues;
    }

    /** Coalesced requests that have left. */
    long sentRequests() {
        return loadStore.sent();
    }

    /** Cycles that accesses of shared memory took up to now. */
    long sharedMemoryCycles(long now) {
        return shared.busyCycles(now);
    }

    /** The places of all waves, into a list. */
    void places(List<Wave> into) {
        for (int i = first; i < first + spec.wavesPerUnit(); i++) {
            into.add(places.wave(i));
        }
    }

    /** Cycles that bank conflicts of shared memory cost. */
    public long sharedConflictCycles() {
        return shared.conflictCycles();
    }

    /** The path of a client, given as its ordinal. */
    RequestPath path(int client) {
        return loadStore.path(client);
    }

    void attach(Dispatcher owner) {
        dispatcher = owner;
    }

    /** Bytes of workgroup memory, beside which its caches have what is left of their array. */
    long split() {
        return shared.capacity();
    }

    /** Whether it has no waves and nothing is under way in the caches of that array. */
    boolean drained() {
        return residentWaves() == 0 && caches.quiet(index);
    }

    /** Has so many bytes of workgroup memory from now on, while it is {@link #drained}; returns the cycles that it takes. */
    long split(long bytes) {
        shared.resize(bytes);
        return caches.leave(index, bytes);
    }

    /** Whether one more workgroup of the dispatch fits now. */
    boolean hasRoom(DispatchJob job) {
        return places.hasRoom(job);
    }

    /** Places the dispatch's next workgroup, for which there is room; its waves may issue from this cycle on. */
    void place(DispatchJob job) {
        touched();
        if (residentWaves() == 0) {
            cycles.filled(now());
        }
        Workgroup group = places.take(job);
        if (array.observer != SimObserver.NONE) {
            array.observer.group(now(), name(), job.command, group.linear, group.waveCount, true);
        }
        long now = now();
        long begin = now + spec.groupStartCycles();
        for (int i = 0; i < group.waveCount; i++) {
            int wave = group.wave(i).slot;
            age.add(wave);
            if (begin == now) {
                age.ready(wave);
            } else {
                readyAt(wave, now, begin);
            }
        }
        if (begin == now) {
            issueFrom(now);
        }
    }

    /** The global linear index of a lane's invocation; -1 for a fragment. */
    long invocation(Wave wave, int lane) {
        Workgroup group = wave.group();
        if (wave.fragments != null) {
            return -1;
        }
        return group.linear * group.job().program.localSize().count()
                + (long) wave.indexInGroup * spec.waveSize()
                + lane;
    }

    @Override
    public void answering(Request request, long arrival) {
        cycles.replied(request, arrival);
    }

    @Override
    public boolean acknowledged(Request request, long arrival) {
        if (request.replyKind() != STORED) {
            return false;
        }
        cycles.replied(request, arrival);
        engine().count(1);
        loadStore.stored(request.tag, arrival);
        return true;
    }

    /** Looks at a wave again when the last answer to its stores comes that was sent. */
    void wakeWhenStored(int wave, long cycle) {
        wake(cycle - now(), ALL_STORED, wave);
    }

    @Override
    public void onEvent(int kind, int argument) {
        switch (kind) {
            case WAVE_READY -> {
                age.ready(argument);
                issueFrom(now());
            }
            case PATH_READY -> {
                loadStore.onPathReady(argument);
                ask(now(), now());
            }
            case REPLY -> loadStore.onReply(argument);
            case LOADED -> loadStore.onLoaded(argument);
            case STORED -> loadStore.stored(argument, now());
            case ALL_STORED -> {
                engine().count(-1);
                barriers.accessDone(places.wave(argument));
            }
            case SHARED_DONE -> {
                cycles.sharedMemory();
                registerReady(argument);
            }
            case FLUSHED -> {
                cycles.maintained();
                barriers.flushed(places.wave(argument));
            }
            case INVALIDATED -> {
                cycles.maintained();
                barriers.invalidated(places.wave(argument));
            }
            default -> throw new IllegalStateException(name() + ": no event of kind " + kind);
        }
    }

    @Override
    protected long announce(int kind, int argument) {
        if (kind == LOADED && argument < 0) {
            int wave = first + (~argument >>> REGISTER_BITS);
            return waves.notBefore(wave) + interpreter.touch(wave);
        }
        return kind == REPLY ? loadStore.touch(argument) : kind == STORED ? array.stores.touch(argument) : 0;
    }

    /** The register of a resident wave is ready, given as the wave's place and the register's {@link #REGISTER_BITS}. */
    void registerReady(int waveAndRegister) {
        accessDone(first + (waveAndRegister >>> REGISTER_BITS), waveAndRegister & (1 << REGISTER_BITS) - 1);
    }

    /** An access of a resident wave is complete: its register is ready, or its stores were taken over. */
    void accessDone(int wave, int register) {
        if (register >= 0) {
            interpreter.complete(wave, register);
            if (waves.loaded(wave, register)) {
                mayIssue(wave);
                return;
            }
        }
        if (!waves.running(wave)) {
            accessDone(wave, register, waves.state(wave));
        }
    }

    /** An access of a wave is complete that may wait for more than a register. */
    private void accessDone(int wave, int register, WaveTable.State state) {
        if (register >= 0 && state == WaveTable.State.DRAINING && waves.loads(wave) == 0) {
            leave(places.wave(wave));
        } else if (state == WaveTable.State.FOR_STORES || state == WaveTable.State.FOR_LOADS) {
            barriers.accessDone(places.wave(wave));
        }
    }

    /** The unit's caches begin to be flushed or invalidated for a barrier of a wave, which waited for something else until now. */
    void maintenanceBegins() {
        cycles.maintenanceBegins(now());
    }

    /** The wave may issue again: now, or later if it issued in this cycle. */
    void resume(int wave) {
        waves.setState(wave, WaveTable.State.RUNNING);
        mayIssue(wave);
    }

    private void mayIssue(int wave) {
        long now = now();
        long from = waves.notBefore(wave);
        if (from <= now) {
            age.ready(wave);
            issueFrom(now);
        } else {
            readyAt(wave, now, from);
        }
    }

    private void readyAt(int wave, long now, long cycle) {
        if (cycle - now < AgeSpan.RING) {
            age.readyAt(wave, cycle);
            ask(cycle, now);
        } else {
            wake(cycle - now, WAVE_READY, wave);
        }
    }

    void finishIfDone(DispatchJob job) {
        Dispatcher owner = dispatcher;
        if (job.finished() && owner != null) {
            owner.end(job);
        }
    }

    /** Asks for a tick now, or later if no issue slot is free then. */
    private void issueFrom(long now) {
        if (!ticking) { // else the tick itself looks for the next one
            ask(Math.max(now, firstFree), now);
        }
    }

    /** Asks for a tick in a cycle. */
    private void ask(long cycle, long now) {
        if (cycle - now < UnitClock.RING) {
            askSoon(cycle, now);
        } else {
            clock.tickLater(index, cycle - now);
        }
    }

    /** Asks for a tick in a cycle less than {@link UnitClock#RING} ahead. */
    private void askSoon(long cycle, long now) {
        clock.tickAt(clockSets, clockBit, cycle, now);
    }

    /** A cycle of the unit: everything that it does in it. */
    void tick(long now) {
        touched();
        ticking = true;
        age.wake(now);
        if (loadStore.waits()) {
            loadStore.send(now);
        }
        issue(now);
        ticking = false;
        if (loadStore.waits() && loadStore.sendsNext()) {
            ask(now + 1, now);
        }
        if (firstFree > now && age.anyReady()) { // else nobody is ready
            ask(firstFree, now);
        }
        if (age.anyAwaits()) {
            askForThoseThatAwait(now);
        }
    }

    /** Asks for the tick in which waves that wait for the load/store queue or shared memory may issue, if it takes accesses by then. */
    private void askForThoseThatAwait(long now) {
        if (firstFree > now && loadStore.accepts() && age.anyForLoadStore()) {
            ask(firstFree, now);
        }
        if (age.anyForShared()) {
            ask(Math.max(Math.max(now + 1, shared.acceptsAt()), firstFree), now);
        }
    }

    /** Has the slots that are free take instructions, of the oldest wave that has one each, as long as there are any. */
    private void issue(long now) {
        while (firstFree <= now) {
            int wave = oldest(now);
            if (wave < 0) {
                return;
            }
            long taken = issue(wave, now);
            if (taken > 0) {
                firstFree = IssueSlots.take(otherSlots, now + taken);
                cycles.issued(now, taken);
            }
        }
    }

    /** The oldest wave that may issue; -1 if there is none. */
    private int oldest(long now) {
        return age.anyAwaits() ? age.oldest(loadStore.accepts(), shared.acceptsAt() <= now) : age.oldest();
    }

    /** Issues an instruction of a wave, if it has one after all; returns the cycles that it takes, 0 if it has none. */
    private long issue(int wave, long now) {
        int operation = waves.operation(wave);
        if (operation == WaveTable.NO_OPERATION) {
            operation = step(wave);
            long arithmetic = interpreter.issueCycles() + interpreter.cycles();
            if (arithmetic > 0) {
                compute(wave, operation, now, arithmetic);
                return arithmetic;
            }
        } else if (cycles.waited(now)) {
            blameQueue(operation);
        }
        return (operation <= WaveInterpreter.ATOMIC ? access(wave, operation, now) : perform(wave, operation, now))
                ? 1
                : 0;
    }

    /** Runs a wave to the next operation that the unit must do, and returns that. */
    private int step(int wave) {
        interpreter.selectRunning(wave);
        int operation = interpreter.step();
        OperationCounts operations = array.operations;
        if (operations != null) {
            operations.add(waves.job(wave).command, interpreter);
        }
        issues++;
        return operation;
    }

    /** Performs an access to memory, unless the queue takes none. */
    private boolean access(int wave, int operation, long now) {
        if (!loadStore.accepts()) {
            waves.setOperation(wave, operation);
            age.awaitLoadStore(wave);
            return false;
        }
        occupy(wave, WaveTable.NO_OPERATION, now, 1);
        loadStore.access(wave, requestKind(operation), now);
        return true;
    }

    /** A wave goes on whose operation was fetched before: what was in its way was what should take the operation. */
    private void blameQueue(int operation) {
        if (operation == WaveInterpreter.SHARED_LOAD || operation == WaveInterpreter.SHARED_STORE) {
            cycles.sharedMemory();
        } else if (operation <= WaveInterpreter.ATOMIC) {
            cycles.queueTakes();
        }
    }

    /** The wave computes for so many cycles, and comes to an operation then. */
    private void compute(int wave, int operation, long now, long taken) {
        if (operation == WaveInterpreter.WAIT) {
            computeAndWait(wave, now, taken);
        } else if (taken < AgeSpan.RING) {
            occupy(wave, operation == WaveInterpreter.ALU ? WaveTable.NO_OPERATION : operation, now, taken);
        } else {
            int then = operation == WaveInterpreter.ALU ? WaveTable.NO_OPERATION : operation;
            age.clear(waves.occupy(wave, then, now + taken));
            wake(taken, WAVE_READY, wave);
        }
    }

    /** The wave computes for so many cycles, and comes to an instruction then that needs a register which is outstanding. */
    private void computeAndWait(int wave, long now, long taken) {
        // it waits already while it computes, so that nobody has to look then whether it does
        age.clear(waves.awaitRegister(wave, interpreter.waitRegister(), now + taken));
        // the unit need not tick then, but when a cycle begins must not depend on it
        if (taken < AgeSpan.RING) {
            clock.begin(now + taken, now);
        } else {
            clock.tickLater(index, taken);
        }
    }

    /** The wave may not issue for so many cycles, less than {@link AgeOrder#RING}. */
    private void occupy(int wave, int operation, long now, long taken) {
        long cycle = now + taken;
        age.postpone(waves.occupy(wave, operation, cycle), cycle);
        askSoon(cycle, now);
    }

    /** Performs an operation other than an access to memory, unless something is in its way; the wave is then no longer among those that may issue. */
    private boolean perform(int wave, int operation, long now) {
        switch (operation) {
            case WaveInterpreter.SHARED_LOAD, WaveInterpreter.SHARED_STORE -> {
                if (shared.acceptsAt() > now) {
                    waves.setOperation(wave, operation);
                    age.awaitShared(wave);
                    return false;
                }
                occupy(wave, WaveTable.NO_OPERATION, now, 1);
                long done = sharedAccess.perform(places.wave(wave), now);
                if (operation == WaveInterpreter.SHARED_LOAD) {
                    waves.addLoad(wave);
                    int register = interpreter.destination();
                    engine().scheduleAt(this, done, SHARED_DONE, (wave - first) << REGISTER_BITS | register);
                }
            }
            case WaveInterpreter.CONTROL_BARRIER, WaveInterpreter.MEMORY_BARRIER -> {
                age.clear(waves.occupy(wave, WaveTable.NO_OPERATION, now + 1));
                barriers.begin(places.wave(wave), operation == WaveInterpreter.CONTROL_BARRIER);
            }
            case WaveInterpreter.EXPORT -> {
                occupy(wave, WaveTable.NO_OPERATION, now, 1);
                places.wave(wave).export();
            }
            case WaveInterpreter.END -> {
                age.clear(waves.occupy(wave, WaveTable.NO_OPERATION, waves.notBefore(wave)));
                waves.setState(wave, WaveTable.State.DRAINING);
                barriers.ended(places.wave(wave));
                if (waves.loads(wave) == 0) {
                    leave(places.wave(wave));
                }
            }
            case WaveInterpreter.WAIT -> {
                age.clear(waves.awaitRegister(wave, interpreter.waitRegister(), waves.notBefore(wave)));
                return false;
            }
            default -> {
                return false; // arithmetic of no cycles: on to the wave's next instruction
            }
        }
        return true;
    }

    private static int requestKind(int operation) {
        return switch (operation) {
            case WaveInterpreter.LOAD -> Request.READ;
            case WaveInterpreter.STORE -> Request.WRITE;
            default -> Request.ATOMIC;
        };
    }

    private void leave(Wave wave) {
        DispatchJob job = wave.job();
        FragmentWave fragments = wave.fragments;
        FragmentSink sink = job.sink;
        age.remove(wave.slot);
        Workgroup group = wave.group();
        if (array.observer != SimObserver.NONE && group.liveWaves == 1) {
            array.observer.group(now(), name(), group.job().command, group.linear, 0, false);
        }
        places.giveUp(wave);
        if (residentWaves() == 0) {
            cycles.emptied(now());
        }
        Dispatcher owner = dispatcher;
        if (owner != null) {
            owner.roomFreed(this);
        }
        if (sink != null && fragments != null) {
            sink.shaded(fragments);
        }
        finishIfDone(job);
    }

    @Override
    public void audit(Audit audit) {
        audit.held(this, "resident waves", residentWaves());
        loadStore.audit(audit);
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        for (int i = first; i < first + spec.wavesPerUnit(); i++) {
            Wave wave = places.wave(i);
            if (wave.group != null && wave.state() != WaveTable.State.RUNNING) {
                String who = name() + " wave " + wave.slot + " (kernel "
                        + wave.job().program.name() + ", line "
                        + wave.interpreter().line() + ")";
                graph.edge(who, name(), WaveBarriers.reason(wave.state()));
            }
        }
        loadStore.describeWaits(graph);
    }
}
