package dev.sluice.core.memory.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.memory.page.PageResource.Kind;
import org.junit.jupiter.api.Test;

final class PageTableTest {

    private static final long PAGE = 65_536;
    private static final long MEMORY = 10 * PAGE;

    private final PageTable table = new PageTable(PageSpec.DEFAULT, PAGE);

    private static PageResource resource(String name, Kind kind, long offset, long size) {
        return new PageResource(name, kind, "memory", MEMORY, MEMORY + offset, size, kind == Kind.OPTIMAL_IMAGE);
    }

    @Test
    void shouldReportABufferInThePageWhereAnImageEnds() {
        table.bind(resource("image", Kind.OPTIMAL_IMAGE, 0, PAGE + 256));
        table.bind(resource("buffer", Kind.BUFFER, PAGE + 512, 64));

        assertThat(table.conflicts()).singleElement().satisfies(conflict -> {
            assertThat(conflict.optimal().name()).isEqualTo("image");
            assertThat(conflict.linear().name()).isEqualTo("buffer");
            assertThat(conflict.offset()).isEqualTo(PAGE);
            assertThat(conflict.pages()).isEqualTo(1);
            assertThat(conflict.aliased()).isFalse();
        });
    }

    @Test
    void shouldReportALinearImageInFrontOfAnOptimalOne() {
        table.bind(resource("linear", Kind.LINEAR_IMAGE, 0, 64));
        table.bind(resource("optimal", Kind.OPTIMAL_IMAGE, 512, 512));

        assertThat(table.conflicts())
                .singleElement()
                .satisfies(conflict -> assertThat(conflict.optimal().name()).isEqualTo("optimal"));
    }

    @Test
    void shouldNotReportNeighboursOnSeparatePages() {
        table.bind(resource("image", Kind.OPTIMAL_IMAGE, 0, PAGE));
        table.bind(resource("buffer", Kind.BUFFER, PAGE, 64));

        assertThat(table.conflicts()).isEmpty();
    }

    @Test
    void shouldLetResourcesOfOneKindShareAPage() {
        table.bind(resource("a", Kind.OPTIMAL_IMAGE, 0, 512));
        table.bind(resource("b", Kind.OPTIMAL_IMAGE, 512, 512));
        PageTable linear = new PageTable(PageSpec.DEFAULT, PAGE);
        linear.bind(resource("c", Kind.BUFFER, 0, 512));
        linear.bind(resource("d", Kind.LINEAR_IMAGE, 512, 512));

        assertThat(table.conflicts()).isEmpty();
        assertThat(linear.conflicts()).isEmpty();
    }

    @Test
    void shouldNotCompareResourcesOfDifferentMemoryObjects() {
        table.bind(resource("image", Kind.OPTIMAL_IMAGE, 0, 256));
        table.bind(new PageResource("buffer", Kind.BUFFER, "other", MEMORY, MEMORY + 512, 64, false));

        assertThat(table.conflicts()).isEmpty();
    }

    @Test
    void shouldKnowNoConflictsWithAGranularityOfOneByte() {
        PageTable free = new PageTable(PageSpec.DEFAULT, 1);
        free.bind(resource("image", Kind.OPTIMAL_IMAGE, 0, 256));
        free.bind(resource("buffer", Kind.BUFFER, 256, 64));

        assertThat(free.conflicts()).isEmpty();
    }

    @Test
    void shouldCountPagesFromTheStartOfTheMemoryObject() {
        long base = MEMORY + 256;
        PageTable small = new PageTable(PageSpec.DEFAULT, 1024);
        small.bind(new PageResource("image", Kind.OPTIMAL_IMAGE, "memory", base, base, 1024, true));
        small.bind(new PageResource("buffer", Kind.BUFFER, "memory", base, base + 1024, 64, false));

        assertThat(small.conflicts()).isEmpty();
    }

    @Test
    void shouldSayWhereTheySharePagesBecauseTheyShareBytes() {
        table.bind(resource("image", Kind.OPTIMAL_IMAGE, 0, 3 * PAGE));
        table.bind(resource("buffer", Kind.BUFFER, PAGE, 2 * PAGE));

        assertThat(table.conflicts()).singleElement().satisfies(conflict -> {
            assertThat(conflict.aliased()).isTrue();
            assertThat(conflict.pages()).isEqualTo(2);
        });
    }

    @Test
    void shouldFlagEveryPageThatACompressibleImageTouches() {
        table.bind(resource("image", Kind.OPTIMAL_IMAGE, PAGE / 2, PAGE));
        table.bind(resource("buffer", Kind.BUFFER, 3 * PAGE, 64));

        assertThat(table.compressed(MEMORY)).isTrue();
        assertThat(table.compressed(MEMORY + 2 * PAGE - 1)).isTrue();
        assertThat(table.compressed(MEMORY + 2 * PAGE)).isFalse();
        assertThat(table.tiled(MEMORY + PAGE)).isTrue();
        assertThat(table.tiled(MEMORY + 3 * PAGE)).isFalse();
    }

    @Test
    void shouldForgetWhatLayInFreedMemory() {
        table.bind(resource("image", Kind.OPTIMAL_IMAGE, 0, 256));
        table.bind(resource("buffer", Kind.BUFFER, 256, 64));
        table.free("memory");

        assertThat(table.conflicts()).isEmpty();
        assertThat(table.compressed(MEMORY)).isFalse();
    }

    @Test
    void shouldRefuseAGranularityThatIsNoPowerOfTwo() {
        assertThatThrownBy(() -> new PageTable(PageSpec.DEFAULT, 3)).hasMessageContaining("power of two");
    }
}
