// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.stream.CommandStep;
import dev.sluice.config.stream.HostStep;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.kind.KindName;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every place that has to know every command and every host operation knows each: a stream with all of them goes through
 * everything that the program does with a stream. A place that does not know one throws.
 */
final class EveryKindTest {

    /** The display's reading comes of a present, and is in no command buffer. */
    private static final Class<?> MADE_BY_QUEUE_PRESENT = Command.Present.class;

    private static Stream<Class<?>> leaves(Class<?> type) {
        Class<?>[] permitted = type.getPermittedSubclasses();
        return permitted == null ? Stream.of(type) : Stream.of(permitted).flatMap(EveryKindTest::leaves);
    }

    private static Stream<Class<?>> kinds(Stream<?> values) {
        return values.map(Object::getClass);
    }

    @Test
    void the_stream_has_every_command() {
        assertThat(kinds(EveryKind.commands()))
                .containsAll(leaves(Command.class)
                        .filter(kind -> kind != MADE_BY_QUEUE_PRESENT)
                        .toList());
    }

    @Test
    void the_stream_has_every_host_operation() {
        assertThat(kinds(EveryKind.operations()))
                .containsAll(leaves(HostOperation.class).toList());
    }

    @Test
    void every_command_that_can_be_written_is_read() {
        assertThat(EveryKind.commands().map(Command::kind))
                .containsAll(leaves(CommandStep.class)
                        .filter(kind -> kind != CommandStep.Repeat.class)
                        .map(KindName::of)
                        .toList());
    }

    @Test
    void every_host_operation_that_can_be_written_is_read() {
        assertThat(EveryKind.operations().map(HostOperation::kind))
                .containsAll(leaves(HostStep.class)
                        .filter(kind -> kind != HostStep.Repeat.class)
                        .map(KindName::of)
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run",
                "run --log -",
                "check --verdicts all --lint all",
                "check --simulate",
                "advise --simulations 4",
                "validate"
            })
    void every_place_knows_every_kind(String command) {
        String[] words = (command + " " + EveryKind.FILE).split(" ");

        // clean or with findings, but neither refused nor broken
        assertThat(Cli.run(words).code()).isIn(ExitCode.CLEAN, ExitCode.FINDINGS);
    }
}
