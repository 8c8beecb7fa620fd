// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sluice.cli.EveryKind;
import dev.sluice.program.Command;
import dev.sluice.program.kind.UnknownKindException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class DataDependenceTest {

    static Stream<Command> commands() {
        return EveryKind.commands();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void of_every_command_it_is_known_whether_its_time_depends_on_data(Command command) {
        DataDependence check = new DataDependence(EveryKind.DEVICE, EveryKind.program());

        assertThat(catchThrowable(() -> check.check(command)) instanceof UnknownKindException)
                .isFalse();
    }
}
