// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.ConfigException;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.Client;
import dev.sluice.device.DisplaySpec;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.PageSpec;
import dev.sluice.device.RopSpec;
import dev.sluice.device.TlbSpec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Render output units, their metadata caches and pages of a device file. */
class RopDeviceTest {
    private static GpuSpec with(String old, String replacement) {
        assertThat(TestDevice.text()).contains(old);
        return TestDevice.read(TestDevice.text().replace(old, replacement));
    }

    @Test
    void reads_every_key() {
        RopSpec rop = TestDevice.spec().rop();

        assertThat(rop.count()).isEqualTo(4);
        assertThat(rop.tileBytes()).isEqualTo(256);
        assertThat(rop.ratios()).containsExactly(2, 4, 8);
        assertThat(rop.metadataBits()).isEqualTo(4);
        assertThat(rop.codecLatency()).isEqualTo(8);
        assertThat(rop.readers()).containsExactlyInAnyOrder(Client.SAMPLED, Client.INPUT_ATTACHMENT);
        assertThat(rop.clearReaders()).containsExactly(Client.INPUT_ATTACHMENT);
        assertThat(rop.pixelsPerCycle()).isEqualTo(4);
        assertThat(rop.flushAtPassEnd()).isFalse();
    }

    @Test
    void a_device_without_units_has_none() {
        String text = TestDevice.text().replaceAll("(?s)\nrop: .*?\nnetwork:", "\nnetwork:");

        assertThat(TestDevice.read(text).rop()).isEqualTo(RopSpec.NONE);
        assertThat(TestDevice.read(text).caches()).extracting(CacheSpec::name).noneMatch(name -> name.endsWith("Meta"));
    }

    @Test
    void clear_colours_are_numbers_to_1_or_to_255_or_names() {
        RopSpec rop = with(
                        "clearColors: [[0, 0, 0, 0]]",
                        "clearColors: [[0, 0.5, 1, 1], [0, 0, 51, 255], black, transparent, white, transparentWhite]")
                .rop();

        assertThat(rop.clearColors())
                .containsExactly(
                        List.of(0.0, 0.5, 1.0, 1.0),
                        List.of(0.0, 0.0, 0.2, 1.0),
                        List.of(0.0, 0.0, 0.0, 1.0),
                        List.of(0.0, 0.0, 0.0, 0.0),
                        List.of(1.0, 1.0, 1.0, 1.0),
                        List.of(1.0, 1.0, 1.0, 0.0));
    }

    @Test
    void the_units_have_a_cache_of_metadata_beside_that_of_tiles() {
        CacheSpec meta = TestDevice.spec().cache("ropColorMeta");

        assertThat(meta.role().name()).isEqualTo("ROP_COLOR_META");
        assertThat(meta.scope()).isEqualTo(CacheSpec.Scope.ROP);
        assertThat(meta.parent()).isEqualTo("vram");
        assertThat(meta.geometry().size()).isEqualTo(2048);
        assertThat(meta.geometry().line()).isEqualTo(64);
        assertThat(meta.geometry().sector()).isEqualTo(32);
        assertThat(meta.geometry().ways()).isEqualTo(2);
        assertThat(meta.policy().write()).isEqualTo(CacheSpec.WritePolicy.BACK);
        assertThat(meta.policy().dirty()).isEqualTo(CacheSpec.DirtyTracking.BYTE);
        assertThat(meta.policy().allocate()).isEqualTo(CacheSpec.Allocation.FETCH_ON_WRITE);
    }

    @Test
    void a_cache_of_metadata_that_says_nothing_has_4_KiB() {
        CacheSpec meta = with(", cache: {size: 2KiB, line: 64, ways: 2}", "").cache("ropColorMeta");

        assertThat(meta.geometry().size()).isEqualTo(4096);
        assertThat(meta.geometry().line()).isEqualTo(64);
        assertThat(meta).isEqualTo(with("{size: 2KiB, line: 64, ways: 2}", "{}").cache("ropColorMeta"));
    }

    @Test
    void a_cache_of_metadata_takes_the_keys_of_a_cache() {
        CacheSpec meta = with(
                        "cache: {size: 2KiB, line: 64, ways: 2}",
                        "cache: {flushInvalidates: true, rangedMaintenance: true, latency: 7, mshrs: 3, hash: xor}")
                .cache("ropColorMeta");

        assertThat(meta.upkeep()).isEqualTo(new CacheSpec.Upkeep(true, 1, true));
        assertThat(meta.timing()).isEqualTo(new CacheSpec.Timing(7, 1));
        assertThat(meta.ports()).isEqualTo(new CacheSpec.Ports(16, 3, 8));
        assertThat(meta.geometry().hash()).isEqualTo(CacheSpec.Hash.XOR);
    }

    @Test
    void readers_share_one_cache_of_metadata_beside_the_cache_that_they_enter() {
        GpuSpec device = TestDevice.spec();
        CacheSpec meta = device.cache("texMeta");

        assertThat(device.caches()).extracting(CacheSpec::name).endsWith("ropColorMeta", "texMeta");
        assertThat(meta.role().name()).isEqualTo("TEX");
        assertThat(meta.scope()).isEqualTo(CacheSpec.Scope.COMPUTE_UNIT);
        assertThat(meta.parent()).isEqualTo("l2");
        assertThat(meta.policy().readOnly()).isTrue();
        assertThat(meta.geometry().size()).isEqualTo(1024);
        assertThat(meta.geometry().line()).isEqualTo(64);
    }

    @Test
    void nothing_compressed_needs_no_metadata() {
        assertThat(with("compression: [2, 4, 8]", "compression: []").caches())
                .extracting(CacheSpec::name)
                .doesNotContain("ropColorMeta", "texMeta");
    }

    @Test
    void a_smaller_tile_makes_shorter_lines() {
        GpuSpec device = with("tile: {width: 8, height: 8}", "tile: {width: 8, height: 4}");

        assertThat(device.rop().tileBytes()).isEqualTo(128);
        assertThat(device.cache("ropColor").geometry().line()).isEqualTo(128);
        assertThat(device.cache("ropColor").geometry().sector()).isEqualTo(128);
    }

    @Test
    void pages_have_their_translation_buffers() {
        assertThat(TestDevice.spec().pages())
                .isEqualTo(new PageSpec(65536, true, new TlbSpec(64, 8, 1, new TlbSpec.Shared(256, 4, 30), 4, 3, 8)));
    }

    @Test
    void translation_is_free_without_buffers_and_has_defaults_with_empty_ones() {
        String tlb = "{entries: 64, ways: 8, latency: 1,\n"
                + "  shared: {entries: 256, ways: 4, latency: 20ns}, walkers: 4, levels: 3, queue: 8}";

        assertThat(with(", tlb: " + tlb, "").pages().tlb()).isNull();
        assertThat(with(tlb, "{}").pages().tlb()).isEqualTo(TlbSpec.DEFAULT);
    }

    @Test
    void a_display_spreads_its_reads_over_a_frame() {
        assertThat(TestDevice.spec().display()).isEqualTo(new DisplaySpec(32, 32, 25_000_000));
        assertThat(with("display: {outstanding: 32, bytesPerCycle: 32, refresh: 60Hz}\n", "")
                        .display())
                .isEqualTo(GpuSpec.DISPLAY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "seed-discrete-l2",
                "seed-discrete-vram",
                "rdna2-6900xt",
                "uma-apu",
                "adreno-6xx",
                "intel-arc",
                "gcn-vega"
            })
    void a_shipped_device_with_units_compresses_whole_tiles(String name) {
        GpuSpec device = Devices.load(name);

        assertThat(device.rop().compresses()).isTrue();
        assertThat(device.caches().stream().filter(cache -> cache.geometry().tile()))
                .isNotEmpty()
                .allMatch(cache -> cache.geometry().line() == device.rop().tileBytes()
                        && cache.geometry().sector() == cache.geometry().line());
        assertThat(device.caches()).extracting(CacheSpec::name).contains("ropColorMeta", "ropDepthMeta");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tile: {width: 8, height: 8} | tile: {width: 6, height: 8} | rop.tile: 6 x 8 is 48 pixels; a tile must have 16, 32 or 64",
                "tile: {width: 8, height: 8} | tile: {width: 16, height: 8} | rop.tile: 16 x 8 is 128 pixels",
                "transaction: 32 | transaction: 512 | rop.transaction: transaction must be a power of two from 32",
                "compression: [2, 4, 8] | compression: [3] | rop.compression: compression ratios are 2, 4 and 8, not 3",
                "clearColors: [[0, 0, 0, 0]] | clearColors: [[0, 0, 0]] | expected red, green, blue and alpha",
                "clearColors: [[0, 0, 0, 0]] | clearColors: [blak] | unknown colour 'blak'; did you mean 'black'?",
                "clearColors: [[0, 0, 0, 0]] | clearColors: [[0, 0, 0, 256]] | expected a number from 0 to 1, or to 255, got '256'",
                "bitsPerTile: 4 | bitsPerTile: 5 | rop.metadata: metadata has 4 or 8 bits per tile, not 5",
                "bitsPerTile: 4 | bitsPerTle: 4 | unknown key 'bitsPerTle'; did you mean 'bitsPerTile'?",
                "readers: [sampled, inputAttachment] | readers: [sampeld, inputAttachment] | rop.readers: unknown client 'sampeld'; did you mean 'sampled'?",
                "clearReaders: [inputAttachment] | clearReaders: [storage] | rop.clearReaders: 'storage' must be among the readers too",
                "cache: {size: 2KiB | cache: {parent: l2, size: 2KiB | rop.metadata.cache: 'parent' cannot be chosen",
                "cache: {size: 2KiB | cache: {size: 1000 | rop.metadata.cache: size 1000 is not a multiple",
                "tile: true, size: 8KiB | tile: true, line: 128, size: 8KiB | caches.ropColor.line: a line of a tile cache holds one tile, which has 256 bytes here, not 128",
                "tile: true, size: 8KiB | tile: true | caches.ropColor: missing key 'size'",
                "pages: {size: 64KiB | pages: {size: 1KiB | pages: size must be a power of two of at least 4096 bytes",
                "tlb: {entries: 64, ways: 8 | tlb: {entries: 60, ways: 8 | pages.tlb: 60 entries in 8 ways do not make a power of two of sets",
            })
    void names_the_fault_and_its_line(String old, String replacement, String message) {
        assertThat(TestDevice.text()).contains(old);
        String changed = TestDevice.text().replace(old, replacement);
        assertThatThrownBy(() -> TestDevice.read(changed)).isInstanceOfSatisfying(ConfigException.class, e -> {
            assertThat(e.problem()).contains(message);
            assertThat(changed.lines().toList().get(e.line() - 1)).contains(replacement);
        });
    }
}
