// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.truth.AgentTable;
import dev.sluice.machine.usage.UnitCycles;
import dev.sluice.machine.usage.UsageMeter;
import dev.sluice.machine.view.Texts;
import dev.sluice.program.Frames;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.BarrierProfile;
import dev.sluice.program.sync.BarrierResolver;
import dev.sluice.program.sync.Stage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What queues and host threads of one run share: who did what, in which order, and what it cost. */
public final class RunContext {

    final BarrierProfile profile;
    final BarrierResolver resolver;
    final CacheMaintenance caches;
    final HostAccess host;
    final SimObserver observer;
    final boolean observed;
    final LongSupplier idleUnitCycles;
    final AgentTable agents = new AgentTable();
    final ProgramOrder order = new ProgramOrder();
    /** Device work whose writes some barrier made available to the host domain. */
    Clock hostDomain = Clock.ZERO;
    /** The statistics regions, which restart counters too. */
    private StatisticsRegions statistics;

    final QueueSynchronization synchronization = new QueueSynchronization();
    final FamilyOwnership ownership = new FamilyOwnership();
    /** Says what limits a command; a meter without gauges until it is set. */
    UsageMeter usage = new UsageMeter(new UnitCycles(0));

    private final List<CommandRecord> commands = new ArrayList<>();
    private final List<BarrierRun> barriers = new ArrayList<>();
    private final List<String> attributions = new ArrayList<>();
    private final Set<String> notes = new LinkedHashSet<>();
    private final DetailedCommands detailed = new DetailedCommands();
    private final Map<String, Long> timestamps = new LinkedHashMap<>();
    /** Follows commands and barriers; null in most runs. */
    private @Nullable ProgramView view;

    private LayoutTracker layouts = new LayoutTracker(List.of());
    private FrameLog frames = new FrameLog(Frames.of(List.of()));
    private long lastActivity;
    private int nextStrand;
    private int submissions;
    private long turns;

    /**
     * @param caches the device's caches by role
     * @param host the host's side, which is told of fences
     * @param idleUnitCycles cumulative cycles of compute units without work
     */
    public RunContext(
            BarrierProfile profile,
            CacheMaintenance caches,
            HostAccess host,
            SimObserver observer,
            LongSupplier idleUnitCycles) {
        this.profile = profile;
        this.resolver = new BarrierResolver(profile);
        this.caches = caches;
        this.host = host;
        this.observer = observer;
        this.observed = observer != SimObserver.NONE;
        this.idleUnitCycles = idleUnitCycles;
        this.statistics = new StatisticsRegions(
                () -> {
                    throw new IllegalStateException("nobody counts");
                },
                () -> {},
                () -> 0,
                null);
    }

    /** Sets who counts; nobody does otherwise. */
    public void statistics(StatisticsRegions counted) {
        statistics = counted;
    }

    StatisticsRegions statistics() {
        return statistics;
    }

    /** Sets what tells how busy the machine's resources are. */
    public void usage(UsageMeter meter) {
        usage = meter;
    }

    /** Sets whose layouts are followed. */
    public void images(List<ImageDeclaration> images) {
        layouts = new LayoutTracker(images);
    }

    /** Says whether work of the program went before the stream. */
    public void midway(boolean begins) {
        ownership.midway(begins);
    }

    /** Sets the frames of the program. */
    public void frames(Frames of) {
        frames = new FrameLog(of);
    }

    /** Which frame the host is at. */
    FrameLog frames() {
        return frames;
    }

    /** The layouts of all images. */
    public LayoutTracker layouts() {
        return layouts;
    }

    /** The agents of the run. */
    public AgentTable agents() {
        return agents;
    }

    /** An agent whose writes come before everything that the program does. */
    public int agentBeforeAll(String name, String what, String where) {
        int agent = agents.add(name, what, Stage.HOST.mask(), Access.HOST_WRITE.mask(), true, where)
                .id();
        order.place(agent, takeStrands(1), 0);
        order.began(agent, Clock.ZERO);
        return agent;
    }

    /** Begins to follow commands and barriers for somebody who looks. */
    public ProgramView view(Texts texts) {
        ProgramView made = new ProgramView(this, texts);
        view = made;
        return made;
    }

    /** Whether somebody follows commands and barriers. */
    boolean viewed() {
        return view != null;
    }

    /** A command may have changed. */
    void changed(CommandRecord command) {
        ProgramView told = view;
        if (told != null) {
            told.touched(command);
        }
    }

    /** A command that takes no time was carried out. */
    void passed(CommandRecord command, long now) {
        command.ended(now);
        if (observed) {
            observer.passed(now, command.id());
        }
    }

    /** A barrier may have changed. */
    void changed(BarrierRun barrier) {
        ProgramView told = view;
        if (told != null) {
            told.barriers.touched(barrier.index);
        }
    }

    /** The declared order between agents. */
    public dev.sluice.machine.truth.HappensBefore order() {
        return order;
    }

    /** The name behind an index of counters kept by command. */
    public String attribution(int index) {
        return attributions.get(index);
    }

    /** The names behind all indices of counters kept by command, so far. */
    public List<String> attributions() {
        return Collections.unmodifiableList(attributions);
    }

    /** Something a person should know about the run; each text once. */
    public void note(String text) {
        notes.add(text);
    }

    /** A command that was to take no time takes some, for a reason. */
    public void ranInDetail(String command, String why) {
        detailed.add(command, why);
    }

    /** What was noted, in order. */
    public List<String> notes() {
        List<String> all = new ArrayList<>(notes);
        all.addAll(detailed.notes());
        return List.copyOf(all);
    }

    /** The cycle at which the program last got something done; timers of idle units may outlast it. */
    public long lastActivity() {
        return lastActivity;
    }

    void active(long cycle) {
        lastActivity = Math.max(lastActivity, cycle);
    }

    void timestamp(String name, long cycle) {
        timestamps.put(name, cycle);
    }

    Map<String, Long> timestamps() {
        return timestamps;
    }

    int attribute(String name) {
        attributions.add(name);
        return attributions.size() - 1;
    }

    int takeStrands(int count) {
        int first = nextStrand;
        nextStrand += count;
        return first;
    }

    /** The turn of one who begins to wait. */
    long takeTurn() {
        return turns++;
    }

    int takeSubmission() {
        return submissions++;
    }

    void add(CommandRecord command) {
        command.add(commands.size(), this);
        commands.add(command);
        changed(command);
    }

    int nextBarrier() {
        return barriers.size();
    }

    void add(BarrierRun barrier) {
        barriers.add(barrier);
        changed(barrier);
    }

    BarrierRun barrier(int index) {
        return barriers.get(index);
    }

    List<CommandRecord> commands() {
        return commands;
    }

    List<BarrierRun> barriers() {
        return barriers;
    }
}
