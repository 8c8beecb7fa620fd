// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * Why two accesses race: which step of location-ordered (Vulkan specification, section Location-Ordered) is missing, in
 * each direction.
 *
 * @param first the access that stands first in the file
 * @param second the other one
 * @param location the name of the first location at which they race
 * @param reasons one sentence for each direction that comes near, or one for both
 */
public record RaceExplanation(Event first, Event second, String location, List<String> reasons) {

    /** Keeps its own list. */
    public RaceExplanation {
        reasons = List.copyOf(reasons);
    }

    /** Explains all races of an execution. */
    public static List<RaceExplanation> of(Ordering ordering) {
        List<RaceExplanation> all = new ArrayList<>();
        int size = ordering.fixed().size();
        for (int x = 0; x < size; x++) {
            for (int y = 0; y < size; y++) {
                if (ordering.races().has(x, y)) {
                    all.add(new Why(ordering, ordering.racingLocation(x, y)).explain(x, y));
                }
            }
        }
        return all;
    }

    /** How an event is named in sentences: its thread, line and text. */
    public static String name(Event event) {
        return "line " + event.line() + " (" + event.text() + ")";
    }

    /** Looks for the missing step at one location. */
    private static final class Why {
        private final Ordering ordering;
        private final ProgramRelations fixed;
        private final int location;
        private final Availability availability;

        Why(Ordering ordering, int location) {
            this.ordering = ordering;
            this.fixed = ordering.fixed();
            this.location = location;
            this.availability = new Availability(fixed, ordering.happensBefore(), location, ordering.chains());
        }

        RaceExplanation explain(int x, int y) {
            List<String> reasons = new ArrayList<>();
            if (fixed.event(x).atomic() && fixed.event(y).atomic()) {
                reasons.add(notMutuallyOrdered(x, y));
            }
            boolean forward = ordering.happensBefore().has(x, y);
            boolean backward = ordering.happensBefore().has(y, x);
            if (forward || !backward) {
                reasons.add(forward ? missing(x, y) : "neither happens before the other");
            }
            if (backward) {
                reasons.add(missing(y, x));
            }
            return new RaceExplanation(
                    fixed.event(x), fixed.event(y), fixed.program().locations().get(location), reasons);
        }

        private String notMutuallyOrdered(int x, int y) {
            Event first = fixed.event(x);
            Event second = fixed.event(y);
            String why = !first.sharesReference(second)
                    ? "they use different references"
                    : first.locations() != second.locations()
                            ? "their sets of memory locations differ"
                            : "they are not in each other's memory scope";
            return "as atomics they are not mutually ordered: " + why;
        }

        /** What is missing between an access and a later one that it happens before. */
        private String missing(int x, int y) {
            Event first = fixed.event(x);
            Event second = fixed.event(y);
            String start = name(first) + " happens before " + name(second) + ", but ";
            if (!first.writes()) {
                return start + privates(first, second) + ", so only system-synchronizes-with orders them";
            }
            if (first.agent().host() || second.agent().host()) {
                return start + throughApi(x, y);
            }
            String shader = first.sharesReference(second)
                    ? first.nonPrivate() && second.nonPrivate()
                            ? throughShader(x, y)
                            : privates(first, second) + ", so shader domains do not carry it"
                    : "they use different references, so shader domains do not carry it";
            boolean api = fixed.all(e -> e.domain() != null) != 0;
            return start + shader + (api ? "; and through the device domain: " + throughApi(x, y) : "");
        }

        private static String privates(Event first, Event second) {
            return first.nonPrivate()
                    ? name(second) + " is private"
                    : second.nonPrivate() ? name(first) + " is private" : "both are private";
        }

        private String throughShader(int x, int y) {
            Event second = fixed.event(y);
            if (availability.makingAvailable(x, 0) == 0) {
                return "the write is never made available (no av, and no semav after it that names its storage class)";
            }
            int needed = narrowestShared(x, y);
            long available = availability.makingAvailable(x, needed);
            if (available == 0) {
                return "the write is made available to a "
                        + widest(d -> availability.makingAvailable(x, d)).label()
                        + " domain only, and the " + ModelScope.values()[needed].label()
                        + " domain is the narrowest that both agents share";
            }
            if (!second.reads() || second.writes()) {
                return "no operation that makes it available happens before " + name(second);
            }
            if (availability.makingVisible(y, 0) == 0) {
                return "it is not made visible to the read (no vis, and no semvis before it that names its storage class)";
            }
            if (availability.makingVisible(y, needed) == 0) {
                return "it is made visible from a "
                        + widest(d -> availability.makingVisible(y, d)).label()
                        + " domain only, and the " + ModelScope.values()[needed].label()
                        + " domain is the narrowest that both agents share";
            }
            return "no operation that makes it available happens before one that makes it visible in a domain of both"
                    + (ordering.chains() ? "" : " (chains of a single element)");
        }

        private int narrowestShared(int x, int y) {
            int domain = 0;
            while (domain < Availability.DOMAINS - 1 && !fixed.shares(ModelScope.values()[domain], x, y)) {
                domain++;
            }
            return domain;
        }

        private static ModelScope widest(IntToLongFunction operations) {
            int domain = Availability.DOMAINS - 1;
            while (domain > 0 && operations.applyAsLong(domain) == 0) {
                domain--;
            }
            return ModelScope.values()[domain];
        }

        private String throughApi(int x, int y) {
            DeviceDomains domains = new DeviceDomains(fixed, ordering.happensBefore());
            boolean from = fixed.event(x).agent().host();
            boolean to = fixed.event(y).agent().host();
            long reached = domains.after(
                    1L << x, from ? DomainOperation.AVAILABLE_TO_HOST : DomainOperation.AVAILABLE_TO_DEVICE, location);
            if (reached == 0) {
                return "no " + (from ? "flush (avhost)" : "availability operation (avdevice)")
                        + " comes after the write";
            }
            if (from != to) {
                reached = domains.after(
                        reached, from ? DomainOperation.HOST_TO_DEVICE : DomainOperation.DEVICE_TO_HOST, location);
                if (reached == 0) {
                    return "no memory domain operation (" + (from ? "domhd, submit" : "domdh")
                            + ") comes after it is available";
                }
            }
            if (fixed.event(y).reads() && !fixed.event(y).writes()) {
                return "no " + (to ? "invalidation (vishost)" : "visibility operation (visdevice)")
                        + " comes after that and before " + name(fixed.event(y));
            }
            return "what makes it available does not happen before " + name(fixed.event(y));
        }
    }
}
