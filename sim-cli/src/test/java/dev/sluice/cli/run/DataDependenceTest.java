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
    void ofEveryCommandItIsKnownWhetherItsTimeDependsOnData(Command command) {
        DataDependence check = new DataDependence(EveryKind.DEVICE, EveryKind.program());

        assertThat(catchThrowable(() -> check.check(command)) instanceof UnknownKindException)
                .isFalse();
    }
}
