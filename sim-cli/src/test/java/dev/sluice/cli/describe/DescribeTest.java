// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.describe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.input.Catalogue;
import dev.sluice.config.device.Devices;
import dev.sluice.device.AtomicRate;
import dev.sluice.device.CacheHalves;
import dev.sluice.device.CacheRates;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.Client;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.NetworkSpec;
import dev.sluice.device.PageSpec;
import dev.sluice.device.TlbSpec;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DescribeTest {
    private static final int WIDE = 160;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "seed-discrete-l2",
                "seed-discrete-vram",
                "rdna2-6900xt",
                "nvidia-v100",
                "uma-apu",
                "adreno-6xx",
                "intel-arc",
                "gcn-vega"
            })
    void every_cache_of_every_preset_is_drawn(String name) {
        GpuSpec device = Devices.load(name);
        String drawing = String.join("\n", DeviceDrawing.of(device, WIDE));

        assertThat(device.caches()).allMatch(cache -> drawing.contains(cache.name()));
        assertThat(device.host().caches()).allMatch(cache -> drawing.contains("[" + cache.name()));
        assertThat(drawing).contains("Compute unit x " + device.compute().count(), "VRAM", "Transfer", "Host");
    }

    @ParameterizedTest
    @ValueSource(strings = {"seed-discrete-l2", "rdna2-6900xt", "uma-apu"})
    void boxes_are_closed(String name) {
        List<String> lines = DeviceDrawing.of(Devices.load(name), WIDE);
        String all = String.join("\n", lines);

        assertThat(all.chars().filter(c -> c == '.').count()).isPositive();
        assertThat(count(all, ".-") + count(all, "-.")).isEqualTo(count(all, "'-") + count(all, "-'"));
    }

    @Test
    void a_device_without_caches_is_drawn_too() {
        GpuSpec d = Devices.load("seed-discrete-l2");
        Map<Client, String> clients = new EnumMap<>(Client.class);
        d.clients().keySet().forEach(client -> clients.put(client, GpuSpec.VRAM));
        GpuSpec bare = d.withCaches(List.of(), clients);

        assertThat(String.join("\n", DeviceDrawing.of(bare, WIDE))).contains("[storage,sampled,uniform,input]", "VRAM");
    }

    @Test
    void a_removed_level_leaves_the_rest() {
        GpuSpec d = Devices.load("seed-discrete-l2");
        Map<Client, String> clients = new EnumMap<>(d.clients());
        clients.replaceAll((client, target) -> target.equals("l1") ? "l2" : target);
        GpuSpec noL1 = d.withCaches(
                d.caches().stream().filter(c -> !c.name().equals("l1")).toList(), clients);

        assertThat(String.join("\n", DeviceDrawing.of(noL1, WIDE)))
                .contains("[storage]", "[tex]", "l2")
                .doesNotContain("[l1]");
    }

    @ParameterizedTest
    @MethodSource("presets")
    void every_preset_fits_80_columns_with_all_of_its_caches(String name) {
        GpuSpec device = Devices.load(name);
        List<String> lines = DeviceDrawing.of(device, 80);
        String drawing = String.join("\n", lines);

        assertThat(lines).filteredOn(line -> !line.startsWith("beside")).allMatch(line -> line.length() <= 80);
        assertThat(device.caches()).allMatch(cache -> drawing.contains(cache.name()));
        assertThat(drawing).contains("VRAM", "Host: ");
    }

    static Collection<String> presets() {
        return Catalogue.of("devices").keySet();
    }

    @Test
    void text_has_tables_profile_and_sources() {
        Cli cli = Cli.narrow("describe", "rdna2-6900xt");

        assertThat(cli.code()).isZero();
        assertThat(cli.out())
                .contains(
                        "memory type", "DEVICE_LOCAL", "queue family", "universal", "barriers", "calibrated", "sources")
                .contains("every number that these do not give is a choice");
        assertThat(cli.out().lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void text_tells_of_render_output_units_pages_and_display() {
        String text = Cli.run("describe", "seed-discrete-vram").out().replaceAll("\\s+", " ");

        assertThat(text)
                .contains("rop 4 units", "compression to 2:1, 4:1, 8:1 in transactions of 32 bytes")
                .contains("compressed tiles are read by storage, sampled")
                .contains("pages of 64 KiB, the page table says what is compressed", "display 64 reads");
    }

    @Test
    void translation_is_described_where_it_takes_time() {
        GpuSpec device = Devices.load("seed-discrete-l2");
        PageSpec paged = new PageSpec(4_096, false, new TlbSpec(32, 32, 1, new TlbSpec.Shared(512, 8, 50), 8, 2, 16));

        assertThat(GraphicsText.pages(device.withPages(paged)))
                .contains("of 4 KiB", "a TLB of 32 pages", "a shared one of 512", "8 walkers of 2 levels");
    }

    @Test
    void roles_that_the_device_lacks_are_named() {
        assertThat(Cli.run("describe", "seed-discrete-l2", "--profile", "radv-gfx10")
                        .out()
                        .replaceAll("\\s+", " "))
                .contains("this device lacks, to no effect: ");
    }

    @Test
    void an_unknown_device_is_corrected() {
        Cli cli = Cli.run("describe", "nvidia-v10");

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("did you mean 'nvidia-v100'?");
    }

    private static int count(String text, String part) {
        return text.split(java.util.regex.Pattern.quote(part), -1).length - 1;
    }

    @Test
    void mechanisms_are_named_where_a_device_has_them() {
        GpuSpec device = Devices.load("seed-discrete-l2");
        CacheSpec l2 = device.cache("l2")
                .with(new CacheHalves(2, 212, CacheHalves.Division.BLOCKS, CacheHalves.Division.INTERLEAVED))
                .with(new CacheRates(0.75, 64, 32, 46, 23, 1, Map.of("add.u32", new AtomicRate(32, 1.5))));

        assertThat(MechanismText.cache(device.cache("l2"))).isEmpty();
        assertThat(MechanismText.cache(l2))
                .hasValue(
                        "2 halves (units in blocks, slices in turns), 212 cycles more from another; 0.75 look-ups per cycle and"
                                + " slice; reads 64 bytes per cycle and slice; writes 32 bytes per cycle and slice; a store counts"
                                + " as 46 bytes at least; one of parts of sectors as 23 more; atomics are answered 1 cycle later; atomic"
                                + " add.u32: 32 lanes per cycle, 1.5 cycles a lane on one word");
        assertThat(MechanismText.cache(device.cache("l2")
                        .with(new CacheHalves(2, 9, CacheHalves.Division.BLOCKS, CacheHalves.Division.BLOCKS, true))))
                .hasValue(
                        "2 halves (units in blocks, slices in blocks), 9 cycles more from another, which keep copies of each"
                                + " other's lines");
        assertThat(MechanismText.network(device.network())).isEmpty();
        assertThat(MechanismText.network(new NetworkSpec("crossbar", 20, 32, 64, 128, true, false)))
                .isEqualTo("; a client takes 64 of replies, a slice gives 128, replies without header flits");
        assertThat(MechanismText.launch(device.compute())).isEmpty();
    }

    @Test
    void lines_that_persist_and_splits_of_workgroup_memory_are_named() {
        String text = Cli.run(
                        "describe",
                        "seed-discrete-l2",
                        "--set",
                        "caches.l2.persisting={share: 0.5, windows: [{from: 0, size: 1MiB}]}",
                        "--set",
                        "computeUnits.sharedMemory.splits=[0, 16KiB, 64KiB]")
                .out()
                .replaceAll("\\s+", " ");

        assertThat(text)
                .contains("lines that persist have up to 8 of 16 ways, also those of 1 window")
                .contains("; kernels choose among 0 B, 16 KiB, 64 KiB");
    }

    @Test
    void one_of_a_thing_is_told_in_the_singular() {
        String text = Cli.run(
                        "describe",
                        "tiny-1",
                        "--set",
                        "network.latency=1",
                        "--set",
                        "transfer={outstanding: 1, requestBytes: 64, bytesPerCycle: 1}",
                        "--set",
                        "computeUnits.sharedMemory={size: 64KiB, banks: 1, latency: 1}",
                        "--set",
                        "computeUnits.wavesPerUnit=1",
                        "--set",
                        "caches.l1.latency=1",
                        "--set",
                        "caches.l2.victim={lines: 1}",
                        "--set",
                        "caches.l2.writeBuffer={entries: 1, drainAfter: 1}",
                        "--set",
                        "caches.l2.tagsPerCycle=1",
                        "--set",
                        "pages.tlb={entries: 1, ways: 1, latency: 1}",
                        "--set",
                        "display={outstanding: 1, bytesPerCycle: 1}")
                .out();

        assertThat(text)
                .contains("1 channel,", "1 bank (1 cycle)", "1 wave of")
                .doesNotContainPattern("\\b1 [a-z-]+s\\b");
    }
}
