// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.EveryKind;
import dev.sluice.machine.ByteDependence;
import org.junit.jupiter.api.Test;

final class ByteDependenceTest {

    @Test
    void of_every_command_it_is_known_whether_its_time_depends_on_bytes() {
        ByteDependence found = ByteDependence.of(EveryKind.DEVICE, EveryKind.program());

        assertThat(found).isNotNull();
    }
}
