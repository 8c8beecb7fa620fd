package dev.sluice.config.differential;

import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Split barriers of a {@link RandomStream}: an event is set after one command and waited for before a later one. */
final class RandomEvents {

    private final SplittableRandom random;
    private final RandomBarriers barriers;
    private int events;
    private @Nullable String open;
    private String dependency = "";

    RandomEvents(SplittableRandom random, RandomBarriers barriers) {
        this.random = random;
        this.barriers = barriers;
    }

    /** Perhaps sets an event, or waits for the one that is set; returns whether a wait stands in the place of a barrier. */
    boolean before(List<String> commands, RandomBarriers.Use use, boolean reads, boolean writes) {
        if (open == null && random.nextInt(5) == 0 && !commands.isEmpty()) {
            open = "e" + events++;
            dependency = "memory: [{" + barriers.first() + ", " + barriers.second(use, reads, writes) + "}]";
            commands.add("setEvent: {event: " + open + ", " + dependency + "}");
            return false;
        }
        if (open != null && random.nextInt(2) == 0) {
            finish(commands);
            return true;
        }
        return false;
    }

    /** Waits for the event that is set, if there is one. */
    void finish(List<String> commands) {
        if (open != null) {
            commands.add("waitEvents: {events: [" + open + "], " + dependency + "}");
            open = null;
        }
    }
}
