// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.ConfigException;
import dev.sluice.config.Presets;
import dev.sluice.config.source.YamlText;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.GpuSpec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class OverridesTest {
    private static final String DEVICE = "seed-discrete-l2";

    private static GpuSpec with(String... settings) {
        return Devices.find(DEVICE, Overrides.parse(List.of(settings))).spec();
    }

    private static CacheSpec cache(GpuSpec device, String name) {
        return device.caches().stream()
                .filter(cache -> cache.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String text(String device) {
        return new String(Presets.onClasspath().read(Presets.Kind.DEVICES, device), StandardCharsets.UTF_8);
    }

    private static GpuSpec edited(String text, String... settings) {
        return DeviceSource.of("mine.yaml", text.getBytes(StandardCharsets.UTF_8), Overrides.parse(List.of(settings)))
                .spec();
    }

    @Test
    void key_that_is_written_takes_the_value() {
        assertThat(cache(with("caches.l2.size=2MiB"), "l2").geometry().size()).isEqualTo(2 << 20);
    }

    @Test
    void key_that_the_file_leaves_out_takes_the_value() {
        assertThat(cache(with("caches.l1.banks=4"), "l1")).isNotEqualTo(cache(with(), "l1"));
    }

    @Test
    void mapping_that_the_file_leaves_out_is_made() {
        assertThat(Devices.load(DEVICE).pages().tlb()).isNull();
        assertThat(with("pages.tlb.shared.entries=64").pages().tlb()).isNotNull();
    }

    @Test
    void item_of_a_list_is_found_by_its_index() {
        assertThat(with("heaps[1].size=1GiB").heaps().get(1).size()).isEqualTo(1L << 30);
        assertThat(with("heaps.1.size=1GiB").heaps().get(1).size()).isEqualTo(1L << 30);
    }

    @Test
    void item_behind_the_last_is_added() {
        int families = with().queueFamilies().size();

        assertThat(with("queueFamilies[" + families + "]={name: more, flags: [COMPUTE]}")
                        .queueFamilies())
                .hasSize(families + 1);
    }

    @Test
    void whole_mapping_is_a_value() {
        assertThat(with("caches.l3={scope: device, parent: vram, size: 8MiB}", "caches.l2.parent=l3")
                        .caches())
                .extracting(CacheSpec::name)
                .contains("l3");
    }

    @Test
    void key_of_a_map_may_have_dots() {
        GpuSpec once = with("caches.l2.atomicRates.\"add.u32\"={lanes: 4}");

        assertThat(cache(once, "l2").toString()).contains("add.u32");
        assertThat(with(
                        "caches.l2.atomicRates.'add.u32'={lanes: 8}",
                        "caches.l2.atomicRates.\"add.u32\".lanes=4",
                        "caches.l2.atomicRates.add.u32.lanes=4"))
                .isEqualTo(once);
    }

    @Test
    void later_one_holds() {
        assertThat(with("caches.l2.size=2MiB", "caches.l2.size=8MiB")).isEqualTo(with("caches.l2.size=8MiB"));
    }

    @Test
    void no_value_gives_the_default() {
        assertThat(with("caches.l2.replacement=")).isEqualTo(with("caches.l2.replacement=lru"));
    }

    @Test
    void no_value_takes_a_cache_or_an_entrance_away() {
        String l3 = "caches.l3={scope: device, parent: vram, size: 8MiB}";

        assertThat(with("clients.uniform=").clients())
                .isEqualTo(with("clients.uniform=l1").clients());
        assertThat(with(l3, "caches.l3=")).isEqualTo(with());
        assertThat(with("caches.l2.partition={transfer: 0}", "caches.l2.partition.transfer="))
                .isEqualTo(with());
    }

    @Test
    void keys_may_follow_a_name_that_stands_for_a_mapping() {
        assertThat(with("caches.l1.prefetch=stream", "caches.l1.prefetch.degree=2"))
                .isEqualTo(with("caches.l1.prefetch={kind: stream, degree: 2}"));
        assertThat(with("caches.l1.compression=bdi", "caches.l1.compression.segment=4"))
                .isEqualTo(with("caches.l1.compression={algorithm: bdi, segment: 4}"));
        assertThat(with("caches.l1.prefetch=stream", "caches.l1.prefetch.kind=stride"))
                .isEqualTo(with("caches.l1.prefetch=stride"));
    }

    @Test
    void key_of_a_mechanism_may_come_before_the_one_that_turns_it_on() {
        assertThat(with("caches.l1.victim.latency=9", "caches.l1.victim.lines=4"))
                .isEqualTo(with("caches.l1.victim={lines: 4, latency: 9}"));
        assertThat(cache(with("caches.l1.victim.latency=9", "caches.l1.victim.latency="), "l1"))
                .isEqualTo(cache(with(), "l1"));
    }

    @Test
    void dram_preset_can_be_another() {
        assertThat(with("vram.preset=hbm2").vram().preset()).isEqualTo("hbm2");
    }

    @Test
    void name_is_a_key_too() {
        assertThat(with("name=mine.json").name()).isEqualTo("mine.json");
        assertThat(with("description='a: b'").description()).isEqualTo("a: b");
    }

    @Test
    void alias_of_a_changed_value_stays() {
        String text = text(DEVICE).replace("  tex: {", "  tex: &t {").replace("clients:", "  more: *t\nclients:");

        GpuSpec device = edited(text, "caches.tex.size=32KiB");

        assertThat(cache(device, "tex").geometry().size()).isEqualTo(32 << 10);
        assertThat(cache(device, "more").geometry().size()).isEqualTo(16 << 10);
    }

    @Test
    void measured_device_that_is_changed_is_not_calibrated() {
        String text = text(DEVICE).replace("calibrated: false", "calibrated: true");

        assertThat(edited(text).calibrated()).isTrue();
        assertThat(edited(text, "name=mine").calibrated()).isTrue();
        assertThat(edited(text, "caches.l2.size=2MiB").calibrated()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "caches.l2.sise=2MiB | no key 'sise' in caches.l2; did you mean 'size'?",
                "cashes.l2.size=2MiB | no key 'cashes' in a device; did you mean 'caches'?",
                "caches.l22.size=2MiB | device 'seed-discrete-l2' has no key 'l22' in caches; did you mean 'l2'?",
                "heaps[9].size=1GiB | device 'seed-discrete-l2' has no item 9 in heaps, a list with the items 0 to 1",
                "heaps.size=1GiB | 'size' is no index in heaps, a list with the items 0 to 1",
                "caches.l2.size.unit=1 | 'caches.l2.size' is a single value, which has no key 'unit'",
                "caches.l2 | expected KEY=VALUE, such as caches.l2.size=2MiB",
                "=2MiB | there is no key before the '=', such as caches.l2.size or heaps[0].size",
                "caches..size=1 | 'caches..size' is no path of keys, such as caches.l2.size or heaps[0].size",
                "caches.l2.=1 | 'caches.l2.' is no path of keys, such as caches.l2.size or heaps[0].size",
                "heaps[x].size=1 | 'heaps[x].size' is no path of keys, such as caches.l2.size or heaps[0].size",
                "heaps[0]size=1 | 'heaps[0]size' is no path of keys, such as caches.l2.size or heaps[0].size",
                "name= | the key 'name' has no value",
                "caches.l2.ways=many | caches.l2.ways: expected a whole number, got the text 'many'",
                "vram.preset=hbm22 | vram.preset: unknown DRAM preset 'hbm22'; did you mean 'hbm2'?",
                "caches.l1.prefetch.degree=4 | caches.l1.prefetch.degree: without prefetch.kind nothing is prefetched",
                "caches.l1.prefetch={queue: 4} | caches.l1.prefetch.queue: without prefetch.kind nothing is prefetched",
                "clients.storge= | device 'seed-discrete-l2' has no key 'storge' in clients; did you mean 'storage'?",
                "clients.storge=l2 | clients: unknown client 'storge'; did you mean 'storage'?",
            })
    void fault_names_the_option(String setting, String problem) {
        assertThatThrownBy(() -> with(setting))
                .isInstanceOf(ConfigException.class)
                .hasMessage("--set " + setting + ": " + problem);
    }

    @ParameterizedTest
    @CsvSource({
        "seed-discrete-l2, caches.l2.size=500, caches.l2: size 500 is not a multiple of slices x ways x line = 16 x 16 x 128",
        "seed-discrete-l2, caches.l2.size=1, caches.l2: size 1 is not a multiple of slices x ways x line = 16 x 16 x 128",
        "seed-discrete-l2, caches.l2.size=1TiB, 'caches.l2: size must be at most 33554432KiB, 16777216 lines of each of 16 slices,"
                + " not 1073741824KiB'",
        "tiny-1, caches.l2.size=257, caches.l2: size 257 is not a multiple of slices x ways x line = 1 x 2 x 64",
        "tiny-1, caches.l2.ways=3, caches.l2: size 256 is not a multiple of slices x ways x line = 1 x 3 x 64",
        "tiny-1, caches.color.size=1025, caches.color: size 1025 is not a multiple of slices x ways x line = 1 x 2 x 256",
        "tiny-1, host.caches.hostL1.size=32775, host.caches.hostL1: size 32775 is not a multiple of slices x ways x line",
        "nvidia-v100, caches.l2.size=6291479, caches.l2: size 6291479 is not a multiple of slices x ways x line",
    })
    void size_that_no_ways_make_up_is_named_as_it_is_written(String device, String setting, String problem) {
        Overrides overrides = Overrides.parse(List.of(setting));

        assertThatThrownBy(() -> Devices.find(device, overrides).spec())
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("--set " + setting + ": " + problem);
    }

    @Test
    void fault_elsewhere_that_an_option_brought_about_names_it_with_the_place() {
        assertThatThrownBy(() -> with("vram.size=1GiB"))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("--set vram.size=1GiB: heaps[")
                .hasMessageContaining("DEVICE_LOCAL heaps hold")
                .hasMessageMatching(".* \\(configs/devices/seed-discrete-l2\\.yaml:[0-9]+:[0-9]+\\)");
    }

    @Test
    void fault_of_the_file_itself_stays_at_its_place() {
        String text = text(DEVICE).replace("parent: l2", "parent: l7");

        assertThatThrownBy(() -> edited(text, "caches.l2.size=2MiB"))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("mine.yaml:");
    }

    static List<String> devices() {
        return Devices.names();
    }

    @ParameterizedTest
    @MethodSource("devices")
    void resolved_device_is_a_file_of_the_same_device(String name) {
        for (Overrides overrides : List.of(Overrides.NONE, Overrides.parse(List.of("vram.clock=1.1GHz")))) {
            DeviceSource source = Devices.find(name, overrides);
            byte[] text = YamlText.of(source.resolved()).getBytes(StandardCharsets.UTF_8);
            DeviceSource again = DeviceSource.of("again.yaml", text, Overrides.NONE);

            assertThat(again.spec()).isEqualTo(source.spec());
            assertThat(YamlText.of(again.resolved())).isEqualTo(YamlText.of(source.resolved()));
        }
    }
}
