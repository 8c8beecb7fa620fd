// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.cli.inspect.ShowRequest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How commands of the stepper, units and parts are named. */
final class StepperCommandsTest {

    private final StepperCommands commands = new StepperCommands();

    @Test
    void every_command_is_found_by_its_name() {
        assertThat(commands.names())
                .allSatisfy(name -> assertThat(commands.find(name).name()).isEqualTo(name));
    }

    @ParameterizedTest
    @CsvSource({
        "n, next",
        "b, break",
        "c, continue",
        "s, show",
        "w, watch",
        "e, events",
        "i, info",
        "q, quit",
        "g, goto",
        "h, help",
        "d, delete",
        "ba, back",
        "r, reverse",
        "sto, story",
        "NEXT, next",
        "wh, where",
        "u, unwatch",
        "co, co"
    })
    void the_beginning_of_one_name_is_enough(String word, String name) {
        if (word.equals(name)) {
            assertThatThrownBy(() -> commands.find(word)).hasMessage("'co' may be continue or copies");
        } else {
            assertThat(commands.find(word).name()).isEqualTo(name);
        }
    }

    @Test
    void a_slip_is_told_with_the_command_that_was_meant() {
        assertThatThrownBy(() -> commands.find("contnue"))
                .isInstanceOf(BadCommandException.class)
                .hasMessage("there is no command 'contnue'; did you mean 'continue'?; 'help' lists them");
    }

    @ParameterizedTest
    @ValueSource(ints = {30, 40, 50, 72, 80, 200})
    void help_is_as_wide_as_the_terminal(int width) {
        List<StepperCommand.Told> usages = commands.names().stream()
                .map(commands::find)
                .map(command -> StepperCommand.Told.example(command.usage(), command.summary()))
                .toList();
        List<List<String>> all = new ArrayList<>(List.of(StepperCommand.Told.lines(usages, width, 0)));
        commands.names()
                .forEach(name ->
                        all.add(StepperCommand.Told.lines(commands.find(name).more(), width, 2)));
        assertThat(all)
                .allSatisfy(lines -> assertThat(lines)
                        .allSatisfy(line ->
                                assertThat(line).hasSizeLessThanOrEqualTo(width).doesNotContain("…")));
    }

    @Test
    void what_an_example_does_stands_beside_it_or_below_it() {
        List<StepperCommand.Told> told = List.of(
                StepperCommand.Told.example("show l2", "what the cache holds"),
                StepperCommand.Told.example("end", "go"));
        assertThat(StepperCommand.Told.lines(told, 40, 2))
                .containsExactly("  show l2  what the cache holds", "  end      go");
        assertThat(StepperCommand.Told.lines(told, 30, 2))
                .containsExactly("  show l2", "    what the cache holds", "  end", "    go");
    }

    @ParameterizedTest
    @CsvSource({"cycles, CYCLE", "cy, CYCLE", "co, COMMAND", "Request, REQUEST", "s, STEP", "findings, FINDING"})
    void units_are_named_singular_plural_or_by_their_beginning(String word, Unit unit) {
        assertThat(Unit.of(word)).isEqualTo(unit);
    }

    @ParameterizedTest
    @ValueSource(strings = {"l2 set 3", "cache l2 set 3", "set 3 of l2", "l2:set=3"})
    void a_set_is_named_in_several_ways(String words) {
        assertThat(LookCommands.request(List.of(words.split(" ", -1))))
                .isEqualTo(new ShowRequest("l2", "set=3", ShowRequest.END));
    }

    @ParameterizedTest
    @CsvSource({
        "l2:set=3@12000, l2, set=3, 12000",
        "'l2:set=3@12,000', l2, set=3, 12000",
        "L1, L1, '', -1",
        "vram[0]:banks@5, vram[0], banks, 5",
        "l1[0]:line=x:64, l1[0], line=x:64, -1"
    })
    void what_to_show_is_a_part_something_of_it_and_a_cycle(String text, String part, String what, long cycle) {
        assertThat(ShowRequest.parse(text)).isEqualTo(new ShowRequest(part, what, cycle));
    }
}
