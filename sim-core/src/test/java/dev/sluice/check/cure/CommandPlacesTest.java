// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.cure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.check.cure.Draft.Recorded;
import dev.sluice.check.cure.Draft.Stated;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.Origin;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CommandPlacesTest {

    private final List<Stated> submissions = List.of(submission("s0"), submission("s1"));
    private final CommandPlaces places = new CommandPlaces();

    @Test
    void should_find_what_is_written_once_list_by_list_and_in_each_from_behind() {
        record("a0", 0, label("1"));
        record("b0", 0, label("2"));
        record("a1", 0, label("1"));
        record("other", 0, new Command.ResetStatistics(Origin.at("1")));
        Recorded last = record("a2", 1, label("1"));

        assertThat(written(last)).containsExactly("a1", "a0", "a2");
    }

    @Test
    void should_tell_commands_that_are_not_written_anywhere_by_their_ids() {
        Recorded one = record("a", 0, new Command.Label(Draft.added(), "x"));
        record("b", 0, new Command.Label(Draft.added(), "x"));
        Recorded nowhere = record("c", 1, label(""));

        assertThat(written(one)).containsExactly("a");
        assertThat(written(nowhere)).containsExactly("c");
    }

    @Test
    void should_follow_what_comes_goes_and_changes() {
        Recorded one = record("a", 0, label("1"));
        Recorded two = record("b", 1, label("1"));
        assertThat(written(one)).containsExactly("a", "b");

        Recorded between = record("c", 0, label("1"));
        places.add(between);
        assertThat(written(two)).containsExactly("c", "a", "b");

        places.replace(one, label("2"));
        assertThat(written(one)).containsExactly("a");

        two.list.remove(two);
        places.remove(two);
        assertThat(written(between)).containsExactly("c");
    }

    private List<String> written(Recorded anchor) {
        return places.written(anchor, submissions).stream().map(one -> one.id).toList();
    }

    private Recorded record(String id, int submission, Command command) {
        Stated by = submissions.get(submission);
        Recorded one = new Recorded(id, by, by.lists.get(0), command);
        one.list.add(one);
        return one;
    }

    private static Command label(String where) {
        return new Command.Label(Origin.at(where), "x");
    }

    private static Stated submission(String id) {
        Stated stated = new Stated(id, id, new HostOperation.DeviceWaitIdle(Origin.NOWHERE));
        stated.lists.add(new ArrayList<>());
        return stated;
    }
}
