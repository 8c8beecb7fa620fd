// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.tlb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.machine.memory.AddressSpace;
import org.junit.jupiter.api.Test;

final class PageTableLayoutTest {

    private static final long PAGE = 65_536;

    private final PageTableLayout layout = new PageTableLayout(4096, 2, PAGE, 1024 * PAGE, 512 * PAGE);

    @Test
    void should_lay_the_levels_one_after_the_other() {
        assertThat(layout.entry(0, 0)).isEqualTo(4096);
        assertThat(layout.entry(0, 512)).isEqualTo(4096 + 8);
        assertThat(layout.entry(1, 0)).isEqualTo(4096 + 256);
        assertThat(layout.entry(1, 1023)).isEqualTo(4096 + 256 + 1023 * 8);
    }

    @Test
    void should_put_host_pages_behind_device_pages() {
        assertThat(layout.entry(1, AddressSpace.HOST_BASE / PAGE)).isEqualTo(4096 + 256 + 1024 * 8);
        assertThat(layout.size()).isEqualTo(256 + 1536 * 8);
    }

    @Test
    void should_refuse_an_address_that_it_does_not_map() {
        assertThatThrownBy(() -> layout.entry(1, 1024)).hasMessageContaining("does not map address 0x4000000");
        assertThatThrownBy(() -> layout.entry(1, AddressSpace.HOST_BASE / PAGE + 512))
                .hasMessageContaining("does not map");
    }
}
