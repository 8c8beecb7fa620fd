// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.tlb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.machine.tlb.PageResource.Kind;
import org.junit.jupiter.api.Test;

final class SharedPagesTest {

    private static final long PAGE = 65_536;
    private static final long MEMORY = 10 * PAGE;

    private final SharedPages pages = new SharedPages(PAGE);

    private static PageResource resource(String name, Kind kind, long offset, long size) {
        return new PageResource(name, kind, "memory", MEMORY, MEMORY + offset, size);
    }

    @Test
    void should_report_a_buffer_in_the_page_where_an_image_ends() {
        pages.bind(resource("image", Kind.OPTIMAL_IMAGE, 0, PAGE + 256));
        pages.bind(resource("buffer", Kind.BUFFER, PAGE + 512, 64));

        assertThat(pages.conflicts()).singleElement().satisfies(conflict -> {
            assertThat(conflict.optimal().name()).isEqualTo("image");
            assertThat(conflict.linear().name()).isEqualTo("buffer");
            assertThat(conflict.offset()).isEqualTo(PAGE);
            assertThat(conflict.pages()).isEqualTo(1);
        });
    }

    @Test
    void should_report_a_linear_image_in_front_of_an_optimal_one() {
        pages.bind(resource("linear", Kind.LINEAR_IMAGE, 0, 64));
        pages.bind(resource("optimal", Kind.OPTIMAL_IMAGE, 512, 512));

        assertThat(pages.conflicts())
                .singleElement()
                .satisfies(conflict -> assertThat(conflict.optimal().name()).isEqualTo("optimal"));
    }

    @Test
    void should_not_report_neighbours_on_separate_pages() {
        pages.bind(resource("image", Kind.OPTIMAL_IMAGE, 0, PAGE));
        pages.bind(resource("buffer", Kind.BUFFER, PAGE, 64));

        assertThat(pages.conflicts()).isEmpty();
    }

    @Test
    void should_let_resources_of_one_kind_share_a_page() {
        pages.bind(resource("a", Kind.OPTIMAL_IMAGE, 0, 512));
        pages.bind(resource("b", Kind.OPTIMAL_IMAGE, 512, 512));
        SharedPages linear = new SharedPages(PAGE);
        linear.bind(resource("c", Kind.BUFFER, 0, 512));
        linear.bind(resource("d", Kind.LINEAR_IMAGE, 512, 512));

        assertThat(pages.conflicts()).isEmpty();
        assertThat(linear.conflicts()).isEmpty();
    }

    @Test
    void should_not_compare_resources_of_different_memory_objects() {
        pages.bind(resource("image", Kind.OPTIMAL_IMAGE, 0, 256));
        pages.bind(new PageResource("buffer", Kind.BUFFER, "other", MEMORY, MEMORY + 512, 64));

        assertThat(pages.conflicts()).isEmpty();
    }

    @Test
    void should_know_no_conflicts_with_a_granularity_of_one_byte() {
        SharedPages free = new SharedPages(1);
        free.bind(resource("image", Kind.OPTIMAL_IMAGE, 0, 256));
        free.bind(resource("buffer", Kind.BUFFER, 256, 64));

        assertThat(free.conflicts()).isEmpty();
    }

    @Test
    void should_count_pages_from_the_start_of_the_memory_object() {
        long base = MEMORY + 256;
        SharedPages small = new SharedPages(1024);
        small.bind(new PageResource("image", Kind.OPTIMAL_IMAGE, "memory", base, base, 1024));
        small.bind(new PageResource("buffer", Kind.BUFFER, "memory", base, base + 1024, 64));

        assertThat(small.conflicts()).isEmpty();
    }

    @Test
    void should_say_where_they_share_pages_because_they_share_bytes() {
        pages.bind(resource("image", Kind.OPTIMAL_IMAGE, 0, 3 * PAGE));
        pages.bind(resource("buffer", Kind.BUFFER, PAGE, 2 * PAGE));

        assertThat(pages.conflicts())
                .singleElement()
                .satisfies(conflict -> assertThat(conflict.pages()).isEqualTo(2));
    }

    @Test
    void should_refuse_a_granularity_that_is_no_power_of_two() {
        assertThatThrownBy(() -> new SharedPages(3)).hasMessageContaining("power of two");
    }
}
