// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.report.Quantity;
import dev.sluice.cli.report.Style;
import dev.sluice.machine.Simulation;
import dev.sluice.machine.observe.BothObservers;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a person wants to see of a run while it goes on: a few bytes on their way, and what parts hold at a cycle.
 *
 * <p>It is made before the run, bound to the machine, and asked for its text afterwards.
 */
public final class Looks {

    private final List<String> followed;
    private final List<ShowRequest> shows;
    private final List<Follower> followers = new ArrayList<>();
    private final List<Snapshot> snapshots = new ArrayList<>();
    private @Nullable LiveState state;
    private @Nullable ByteNames names;

    /**
     * @param followed bytes to follow, as {@link ByteNames} reads them
     * @param shown parts to show, as {@link ShowRequest} reads them
     * @throws IllegalArgumentException if a request to show is none
     */
    public Looks(List<String> followed, List<String> shown) {
        this.followed = List.copyOf(followed);
        followed.forEach(text -> followers.add(new Follower()));
        this.shows = shown.stream().map(ShowRequest::parse).toList();
    }

    /** Whether nothing was asked for. */
    public boolean none() {
        return followed.isEmpty() && shows.isEmpty();
    }

    /** Sees the run's events. */
    public SimObserver observer() {
        SimObserver all = SimObserver.NONE;
        for (Follower follower : followers) {
            all = BothObservers.of(all, follower);
        }
        return all;
    }

    /**
     * Begins to look at a machine, before it runs.
     *
     * @throws IllegalArgumentException if something that was asked for is not there
     */
    public void bind(Simulation machine, LoadedRun loaded) {
        LiveState live = new LiveState(machine.view(this::afterEvent));
        ByteNames known = new ByteNames(loaded, machine::addressOf);
        state = live;
        names = known;
        for (int i = 0; i < followers.size(); i++) {
            String text = followed.get(i);
            followers.get(i).bind(named("--follow", () -> known.parse(text)), live);
        }
        for (ShowRequest request : shows) {
            snapshots.add(named("--show", () -> new Snapshot(request, live, known)));
        }
    }

    private static <T> T named(String option, Supplier<T> work) {
        try {
            return work.get();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(option + ": " + e.getMessage(), e);
        }
    }

    private void afterEvent() {
        for (Follower follower : followers) {
            follower.afterEvent();
        }
        for (Snapshot snapshot : snapshots) {
            snapshot.afterEvent();
        }
    }

    /**
     * What was seen, once the run is over.
     *
     * @param width of the terminal
     * @param all whether long stories are told in full
     */
    public String text(RunResult result, Style style, int width, boolean all) {
        LiveState live = state;
        ByteNames known = names;
        if (live == null || known == null) {
            return "";
        }
        List<String> lines = new ArrayList<>();
        IntFunction<String> barriers = number -> number < result.barriers().size()
                ? result.barriers().get(number).id()
                : "";
        for (Follower follower : followers) {
            lines.add("");
            lines.add(style.bold(follower.watched().name()) + ": "
                    + Quantity.plural(follower.watched().length(), "byte") + " from 0x"
                    + Long.toHexString(follower.watched().address()));
            if (follower.story().lines().isEmpty()) {
                lines.add("  nothing happened to them");
            } else {
                lines.addAll(follower.story()
                        .judged(result, follower.watched(), known)
                        .table(style, width, all, barriers));
            }
            lines.addAll(new FindingText(result, style, width).about(follower.watched(), known));
            lines.add("at the end, cycle " + Quantity.count(live.cycle()) + ":");
            lines.addAll(new CopyTable(live, style, width).lines(follower.watched()));
        }
        for (Snapshot snapshot : snapshots) {
            lines.add("");
            lines.addAll(snapshot.lines(style, width));
        }
        return lines.stream().map(style::line).collect(Collectors.joining("\n")) + "\n";
    }
}
