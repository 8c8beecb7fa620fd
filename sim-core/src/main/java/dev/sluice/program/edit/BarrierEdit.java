// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.edit;

import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.Origin;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of the dependencies of a command list. It names commands by their {@linkplain Item#site() site} and applies
 * wherever they stand, in a resolved list (in which the commands of secondaries stand in place) or in a written one.
 */
public sealed interface BarrierEdit {

    /** The list with the edit made, wherever it applies; the same list where it does not. */
    List<Item> applyTo(List<Item> list);

    /** The sites of existing commands that the edit changes; a list without any of them it leaves as it is. */
    List<String> sites();

    /** The sites of the commands that the edit adds. */
    default List<String> added() {
        return List.of();
    }

    /** A change of one command, whatever stands beside it: many of them are made at once. */
    sealed interface OfCommand extends BarrierEdit {
        /** The site of the command. */
        String site();

        /** The command of the site with the edit made; null where it is taken away. */
        @Nullable
        Item applyTo(Item item);

        @Override
        default List<Item> applyTo(List<Item> list) {
            List<Item> edited = new ArrayList<>(list.size());
            for (Item item : list) {
                Item now = item.site().equals(site()) ? applyTo(item) : item;
                if (now != null) {
                    edited.add(now);
                }
            }
            return edited;
        }

        @Override
        default List<String> sites() {
            return List.of(site());
        }
    }

    /** Takes a barrier command away. */
    record Remove(String site) implements OfCommand {
        @Override
        public @Nullable Item applyTo(Item item) {
            return null;
        }
    }

    /** Gives a {@code pipelineBarrier} other barriers: fewer of them, narrower masks, narrower ranges. */
    record Narrow(String site, List<Barrier> barriers) implements OfCommand {
        public Narrow {
            barriers = Lists.grouped(barriers);
            if (barriers.isEmpty()) {
                throw new IllegalArgumentException("a barrier command needs barriers");
            }
        }

        @Override
        public Item applyTo(Item item) {
            return item.command() instanceof Command.PipelineBarrier old
                    ? item.with(new Command.PipelineBarrier(old.origin(), barriers, old.byRegion()))
                    : item;
        }
    }

    /** Puts a barrier command elsewhere in its list. */
    record Move(String site, Place to) implements BarrierEdit {
        @Override
        public List<Item> applyTo(List<Item> list) {
            List<Item> edited = new ArrayList<>(list);
            for (int at : Lists.indices(list, site)) {
                // the list shrinks and grows again, so that indices outside of the move stay what they are
                int to = Lists.nearest(edited, at, this.to);
                if (to >= 0) {
                    Item moved = edited.remove(at);
                    edited.add(to > at ? to - 1 : to, moved);
                }
            }
            return edited;
        }

        @Override
        public List<String> sites() {
            return List.of(site, to.anchor());
        }
    }

    /** Adds the barriers of one command to those of another of the same list, and takes the first away. */
    record Merge(String from, String into) implements BarrierEdit {
        @Override
        public List<Item> applyTo(List<Item> list) {
            List<Item> edited = new ArrayList<>(list);
            for (int at : Lists.indices(list, from)) {
                int target = Lists.nearest(edited, at, Place.before(into));
                if (target >= 0
                        && target != at
                        && edited.get(at).command() instanceof Command.PipelineBarrier first
                        && edited.get(target).command() instanceof Command.PipelineBarrier second
                        && first.byRegion() == second.byRegion()) {
                    List<Barrier> all = new ArrayList<>(second.barriers());
                    first.barriers().stream().filter(b -> !all.contains(b)).forEach(all::add);
                    edited.set(
                            target,
                            edited.get(target)
                                    .with(new Command.PipelineBarrier(
                                            second.origin(), Lists.grouped(all), second.byRegion())));
                    edited.remove(at);
                }
            }
            return edited;
        }

        @Override
        public List<String> sites() {
            return List.of(from, into);
        }
    }

    /**
     * Makes an event of a barrier: its first half is set at one place and its second half waited for at another, so that
     * what stands between is ordered with neither. Only for commands that are carried out once.
     *
     * @param event a name that the stream does not use
     * @param setAt where the event is set
     * @param waitAt where it is waited for
     */
    record Split(String site, String event, Place setAt, Place waitAt) implements BarrierEdit {
        @Override
        public List<Item> applyTo(List<Item> list) {
            List<Item> edited = new ArrayList<>(list);
            for (int at : Lists.indices(list, site)) {
                if (!(edited.get(at).command() instanceof Command.PipelineBarrier barrier)) {
                    continue;
                }
                int second = Lists.nearest(edited, at, waitAt);
                int first = Lists.nearest(edited, at, setAt);
                if (first < 0 || second < 0) {
                    continue;
                }
                edited.add(second, new Item(waitSite(site), waits(barrier)));
                edited.remove(at < second ? at : at + 1);
                edited.add(first > at ? first - 1 : first, new Item(setSite(site), sets(barrier)));
            }
            return edited;
        }

        private Command sets(Command.PipelineBarrier barrier) {
            Origin origin = barrier.origin();
            return new Command.SetEvent(
                    new Origin(setSite(origin.where()), origin.label(), origin.approximate(), origin.site()),
                    event,
                    barrier.barriers(),
                    false);
        }

        private Command waits(Command.PipelineBarrier barrier) {
            Origin origin = barrier.origin();
            return new Command.WaitEvents(
                    new Origin(waitSite(origin.where()), origin.label(), origin.approximate(), origin.site()),
                    List.of(new Command.WaitEvents.Wait(List.of(event), barrier.barriers())),
                    false);
        }

        /** The site of the {@code setEvent} that a barrier becomes. */
        public static String setSite(String site) {
            return site + " (set)";
        }

        /** The site of the {@code waitEvents} that a barrier becomes. */
        public static String waitSite(String site) {
            return site + " (wait)";
        }

        @Override
        public List<String> sites() {
            return List.of(site, setAt.anchor(), waitAt.anchor());
        }

        @Override
        public List<String> added() {
            return List.of(setSite(site), waitSite(site));
        }
    }

    /**
     * Adds a barrier command.
     *
     * @param site a name that no command of the stream has
     */
    record Add(
            String site,
            List<Barrier> barriers,
            Place to,
            @Nullable String label) implements BarrierEdit {
        public Add {
            barriers = Lists.grouped(barriers);
        }

        @Override
        public List<Item> applyTo(List<Item> list) {
            List<Item> edited = new ArrayList<>();
            for (Item item : list) {
                boolean here = item.site().equals(to.anchor());
                if (here && to.before()) {
                    edited.add(item());
                }
                edited.add(item);
                if (here && !to.before()) {
                    edited.add(item());
                }
            }
            return edited;
        }

        private Item item() {
            return new Item(site, new Command.PipelineBarrier(Origin.at(site).labelled(label), barriers, false));
        }

        @Override
        public List<String> sites() {
            return List.of(to.anchor());
        }

        @Override
        public List<String> added() {
            return List.of(site);
        }
    }
}
