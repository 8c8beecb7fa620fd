// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.ConfigException;
import dev.sluice.machine.trace.AccessTrace;
import dev.sluice.machine.trace.TraceKind;
import dev.sluice.machine.trace.TraceRecord;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lackey, ChampSim and oracleGeneral; what a file is; archives. */
final class OtherFormatsTest {

    private static final String LACKEY = """
            ==12== Lackey, an example Valgrind tool
            I  04016ea0,3
             S 1ffefff9a8,8
             L 04222cac,4
             M 0421c7cc,4
            ==12== Counted 1 call
            """;

    @TempDir
    private Path folder;

    private Path file(String name, byte[] bytes) {
        return Traces.file(folder, name, bytes);
    }

    private TraceFormat format(String name, byte[] bytes) {
        try (TraceFile open = TraceFile.open(file(name, bytes), null)) {
            return open.format();
        }
    }

    @Test
    void lackey_loads_stores_and_modifies() {
        List<TraceRecord> records = Traces.records(file("trace.txt", TraceBytes.text(LACKEY)), null);

        assertThat(records)
                .extracting(record -> record.kind)
                .containsExactly(TraceKind.WRITE, TraceKind.READ, TraceKind.READ, TraceKind.WRITE);
        assertThat(records)
                .extracting(record -> record.address)
                .containsExactly(0x1ffefff9a8L, 0x04222cacL, 0x0421c7ccL, 0x0421c7ccL);
        assertThat(records).extracting(record -> record.size).containsExactly(8, 4, 4, 4);
    }

    @Test
    void a_bad_line_of_lackey_is_named() {
        Path file = file("t.lackey", TraceBytes.text(" L 10,4\n X 10,4\n"));

        assertThatThrownBy(() -> Traces.records(file, null))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("t.lackey:2:2: 'X' begins no line of Lackey's");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-18446744073709551615", "18446744073709551615", "9223372036854775808"})
    void a_number_of_bytes_does_not_go_round(String bytes) {
        Path file = file("t.lackey", TraceBytes.text(" L 10," + bytes + "\n"));

        assertThatThrownBy(() -> Traces.records(file, null))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("t.lackey:1:7: the number of bytes does not fit 63 bits");
    }

    @Test
    void an_instruction_of_champsim_loads_then_stores() {
        byte[] bytes = TraceBytes.all(
                TraceBytes.champSim(0x400, 0x2000, 0x1000, 0x1FFE), TraceBytes.champSim(0x404, 0), new byte[0]);

        List<TraceRecord> records = Traces.records(file("t.champsimtrace", bytes), null);

        assertThat(records)
                .extracting(record -> record.kind)
                .containsExactly(TraceKind.READ, TraceKind.READ, TraceKind.WRITE);
        assertThat(records).extracting(record -> record.address).containsExactly(0x1000L, 0x1FFEL, 0x2000L);
        assertThat(records)
                .as("cut at the end of the sector")
                .extracting(record -> record.size)
                .containsExactly(8, 2, 8);
        assertThat(records).extracting(record -> record.site).containsOnly(0x400L);
    }

    @Test
    void a_record_that_is_not_whole_is_named_with_its_place() {
        byte[] bytes = Arrays.copyOf(TraceBytes.all(TraceBytes.champSim(1, 2), TraceBytes.champSim(1, 2)), 100);
        Path champSim = file("t.champsim", bytes);
        Path oracle = file("t.oracleGeneral", Arrays.copyOf(TraceBytes.oracleGeneral(1, 2, 3, 4), 20));

        assertThatThrownBy(() -> Traces.records(champSim, null))
                .hasMessageContaining("t.champsim: instruction 2 (from byte 64) has only 36 of 64 bytes");
        assertThatThrownBy(() -> Traces.records(oracle, null))
                .hasMessageContaining("t.oracleGeneral: record 1 (from byte 0) has only 20 of 24 bytes");
    }

    @Test
    void an_object_of_oracle_general_has_a_slot_of_its_own() {
        byte[] bytes =
                TraceBytes.all(TraceBytes.oracleGeneral(10, 5, 40, 2), TraceBytes.oracleGeneral(11, 6, 1 << 20, -1));

        Path file = file("t.oracleGeneral.bin", bytes);
        List<TraceRecord> records = Traces.records(file, null);

        assertThat(records).extracting(record -> record.address).containsExactly(5 * 128L, 6 * 128L);
        assertThat(records).extracting(record -> record.size).containsExactly(40, 128);
        assertThat(records)
                .as("seconds are no cycles")
                .extracting(record -> record.time)
                .containsOnly(-1L);
    }

    @Test
    void a_format_is_told_by_the_name_or_by_what_is_in_the_file() {
        byte[] champSim = TraceBytes.all(TraceBytes.champSim(0x400000, 0, 64), TraceBytes.champSim(0x400004, 64));
        byte[] oracle = TraceBytes.all(
                TraceBytes.oracleGeneral(100, 77, 0x3010, 9), TraceBytes.oracleGeneral(101, 0x0203_0405_0607L, 9, -1));

        assertThat(format("a.bin", champSim)).isEqualTo(TraceFormat.CHAMPSIM);
        assertThat(format("b.bin", oracle)).isEqualTo(TraceFormat.ORACLE_GENERAL);
        assertThat(format("c", TraceBytes.text(LACKEY))).isEqualTo(TraceFormat.LACKEY);
        assertThat(format("d", TraceBytes.text("# hand\nsize,address\n"))).isEqualTo(TraceFormat.CSV);
        assertThat(format("quoted", TraceBytes.text("\"Address\",\"kind\"\n"))).isEqualTo(TraceFormat.CSV);
        assertThat(format("e", TraceBytes.text(TraceBytes.KERNEL))).isEqualTo(TraceFormat.ACCEL_SIM);
        assertThat(format("f.csv.gz", TraceBytes.packed("gz.gz", TraceBytes.text("address\n"))))
                .isEqualTo(TraceFormat.CSV);
    }

    @Test
    void a_byte_order_mark_before_a_text_is_no_part_of_it() {
        byte[] csv = TraceBytes.text("\uFEFFtime,address\n100000,0x1000\n");

        List<TraceRecord> named = Traces.records(file("t.csv", csv), null);
        List<TraceRecord> told = Traces.records(file("t", csv), null);
        List<TraceRecord> lackey = Traces.records(file("l", TraceBytes.text("\uFEFF" + LACKEY)), null);
        Path kernel = file("kernel-1.traceg", TraceBytes.text("\uFEFF" + TraceBytes.KERNEL));
        Path list = file("list", TraceBytes.text("\uFEFFkernel-1.traceg\n"));

        assertThat(named).extracting(record -> record.time).containsExactly(100_000L);
        assertThat(told).extracting(record -> record.time).containsExactly(100_000L);
        assertThat(lackey).hasSize(4);
        Traces.drain(kernel, null);
        Traces.drain(list, null);
    }

    @Test
    void columns_are_counted_after_a_byte_order_mark() {
        Path file = file("t.csv", TraceBytes.text("\uFEFFsize,time\n"));
        Path one = file("one.csv", TraceBytes.text("\uFEFFaddress,address\n"));

        assertThatThrownBy(() -> TraceFile.open(file, null)).hasMessageContaining("t.csv:1:1: no column is called");
        assertThatThrownBy(() -> TraceFile.open(one, null)).hasMessageContaining("one.csv:1:9: there are two columns");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "hello\n", "\0\1\2"})
    void a_file_of_no_format_is_refused(String text) {
        Path file = file("what", TraceBytes.text(text));

        assertThatThrownBy(() -> TraceFile.open(file, null))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("--format says which it is: csv, lackey, champsim, oracleGeneral, accelsim");
    }

    @ParameterizedTest
    @ValueSource(strings = {".gz", ".xz", ".zst"})
    void an_archive_is_told_by_its_bytes_and_refused_where_it_is_not_whole(String suffix) {
        StringBuilder lines = new StringBuilder("address\n");
        for (int i = 0; i < 20_000; i++) {
            lines.append(i * 7919L % 1_000_003).append('\n');
        }
        byte[] packed = TraceBytes.packed("t" + suffix, TraceBytes.text(lines.toString()));

        assertThat(Traces.records(file("whole.csv", packed), null)).hasSize(20_000);
        Path cut = file("cut.csv", Arrays.copyOf(packed, packed.length / 2));
        assertThatThrownBy(() -> Traces.records(cut, null))
                .isInstanceOf(ConfigException.class)
                .hasMessageMatching("(?s).*cut.csv: ends within its archive, at byte \\d+: the file is not whole.*");
        byte[] damaged = packed.clone();
        for (int i = packed.length / 2; i < packed.length / 2 + 64; i++) {
            damaged[i] ^= 0x5A;
        }
        Path broken = file("broken.csv", damaged);
        assertThatThrownBy(() -> Traces.records(broken, null)).isInstanceOf(ConfigException.class);
    }

    @Test
    void skippable_frames_of_zstandard_are_passed_over() {
        byte[] head = {0x53, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3};
        byte[] empty = {0x50, 0x2A, 0x4D, 0x18, 0, 0, 0, 0};
        byte[] one = TraceBytes.packed("t.zst", TraceBytes.text("address\n1\n"));
        byte[] two = TraceBytes.packed("t.zst", TraceBytes.text("2\n"));
        byte[] all = TraceBytes.all(head, one, empty, head, two, head);

        List<TraceRecord> records = Traces.records(file("t.csv", all), null);
        Path cut = file("cut.csv", Arrays.copyOf(all, all.length - 1));

        assertThat(records).extracting(record -> record.address).containsExactly(1L, 2L);
        assertThatThrownBy(() -> Traces.records(cut, null))
                .hasMessageContaining("cut.csv: ends within its archive, at byte " + (all.length - 1));
    }

    @Test
    void frames_of_zstandard_of_every_kind_of_header_are_told_apart() {
        // a checksum's place is found behind the last block: windows, sizes of one byte and blocks that repeat a byte
        byte[] single = {
            0x28,
            (byte) 0xB5,
            0x2F,
            (byte) 0xFD,
            0x20,
            10,
            0x51,
            0,
            0,
            'a',
            'd',
            'd',
            'r',
            'e',
            's',
            's',
            '\n',
            '1',
            '\n'
        };
        byte[] repeated = {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD, 0, 0x58, 0x12, 0, 0, '3', 0x09, 0, 0, '\n'};
        byte[] skipped = {0x5F, 0x2A, 0x4D, 0x18, 1, 0, 0, 0, 9};
        byte[] all = TraceBytes.all(single, skipped, repeated, skipped);

        List<TraceRecord> records = Traces.records(file("t.csv", all), null);

        assertThat(records).extracting(record -> record.address).containsExactly(1L, 33L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "2\n", "2\n3\n", "2\n3\n4\n"})
    void what_stands_behind_a_frame_of_zstandard_is_told(String behind) {
        byte[] one = TraceBytes.packed("t.zst", TraceBytes.text("address\n1\n"));
        Path more = file("more.csv", TraceBytes.all(one, TraceBytes.text(behind)));

        assertThatThrownBy(() -> Traces.records(more, null))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("is damaged: what follows a Zstandard frame begins no other (at byte");
    }

    @Test
    void a_frame_of_zstandard_that_is_cut_off_anywhere_is_not_whole() {
        byte[] one = TraceBytes.packed("t.zst", TraceBytes.text("address\n1\n"));
        byte[] skipped = {0x5F, 0x2A, 0x4D, 0x18, 1, 0, 0, 0, 9};
        byte[] all = TraceBytes.all(one, skipped, TraceBytes.packed("t.zst", TraceBytes.text("2\n")));

        for (int length = one.length + 1; length < all.length; length++) {
            if (length != one.length + skipped.length) {
                Path cut = file("cut.csv", Arrays.copyOf(all, length));
                assertThatThrownBy(() -> Traces.drain(cut, null))
                        .as("%d bytes", length)
                        .hasMessageContaining("cut.csv: ends within its archive, at byte " + length);
            }
        }
    }

    @Test
    void a_window_of_zstandard_that_is_too_large_is_refused_as_such() {
        // what `cat FILE | zstd --long` writes: a window of 128 MiB, and a block of 10 bytes as they are
        byte[] wide = {
            0x28, (byte) 0xB5, 0x2F, (byte) 0xFD, 0, (byte) 0x88, 0x41, 0, 0, 'a', 'd', 'd', 'r', 'e', 's', 's', '\n'
        };
        byte[] widest = wide.clone();
        widest[5] = 0x68;
        Path file = file("wide.csv", wide);

        assertThatThrownBy(() -> Traces.records(file, null))
                .isInstanceOf(ConfigException.class)
                .hasMessage(file
                        + ": asks for a window of 128 MiB to be unpacked, and at most 8 MiB can be had; pack it again"
                        + " without --long or --ultra");
        assertThat(Traces.records(file("widest.csv", widest), null)).isEmpty();
    }

    @Test
    void members_of_gzip_follow_each_other() {
        byte[] one = TraceBytes.packed("t.gz", TraceBytes.text("address\n1\n"));
        byte[] named = {0x1f, (byte) 0x8b, 8, 0x1C, 0, 0, 0, 0, 0, 3, 2, 0, 7, 7, 't', 0, 'c', 0};
        byte[] two = TraceBytes.packed("t.gz", TraceBytes.text("2\n"));
        byte[] all = TraceBytes.all(one, named, Arrays.copyOfRange(two, 10, two.length), new byte[512]);

        List<TraceRecord> records = Traces.records(file("t.csv", all), null);

        assertThat(records).extracting(record -> record.address).containsExactly(1L, 2L);
    }

    @Test
    void a_member_of_gzip_that_is_cut_off_anywhere_is_not_whole() {
        byte[] one = TraceBytes.packed("t.gz", TraceBytes.text("address\n1\n"));
        byte[] all = TraceBytes.all(one, TraceBytes.packed("t.gz", TraceBytes.text("2\n")));

        for (int length = one.length + 1; length < all.length; length++) {
            Path cut = file("cut.csv", Arrays.copyOf(all, length));
            assertThatThrownBy(() -> Traces.drain(cut, null))
                    .as("%d bytes", length)
                    .hasMessageContaining("cut.csv: ends within its archive, at byte " + length);
        }
    }

    @Test
    void streams_of_xz_follow_each_other_with_padding() {
        byte[] one = TraceBytes.packed("t.xz", TraceBytes.text("address\n1\n"));
        byte[] two = TraceBytes.packed("t.xz", TraceBytes.text("2\n"));
        byte[] all = TraceBytes.all(one, new byte[8], two, new byte[4]);

        List<TraceRecord> records = Traces.records(file("t.csv", all), null);

        assertThat(records).extracting(record -> record.address).containsExactly(1L, 2L);
        Path odd = file("odd.csv", TraceBytes.all(one, new byte[3]));
        assertThatThrownBy(() -> Traces.drain(odd, null))
                .hasMessageContaining("is damaged: zeros behind an xz stream come in fours, and here are 3");
    }

    @Test
    void a_stream_of_xz_that_is_cut_off_anywhere_is_not_whole() {
        byte[] one = TraceBytes.packed("t.xz", TraceBytes.text("address\n1\n"));
        byte[] all = TraceBytes.all(one, TraceBytes.packed("t.xz", TraceBytes.text("2\n")));

        for (int length = one.length + 1; length < all.length; length++) {
            Path cut = file("cut.csv", Arrays.copyOf(all, length));
            assertThatThrownBy(() -> Traces.drain(cut, null))
                    .as("%d bytes", length)
                    .hasMessageContaining("cut.csv: ends within its archive, at byte " + length);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2\n", "2\n3\n4\n5\n", "2\n3\n4\n5\n6\n7\n8\n9\n"})
    void what_stands_behind_a_stream_of_xz_is_told(String more) {
        byte[] one = TraceBytes.packed("t.xz", TraceBytes.text("address\n1\n"));
        Path file = file("more.csv", TraceBytes.all(one, TraceBytes.text(more)));

        assertThatThrownBy(() -> Traces.records(file, null))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("is damaged: what follows an xz stream begins no other (at byte");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE", "X-UTF-32LE-BOM"})
    void a_text_that_is_not_utf_8_is_told_as_such(String charset) {
        byte[] csv = "address\n1\n".getBytes(Charset.forName(charset));
        Path named = file("t.csv", csv);
        Path lackey = file("t.lackey", LACKEY.getBytes(Charset.forName(charset)));
        Path packed = file("packed.csv", TraceBytes.packed("t.gz", csv));

        assertThat(List.of(named, lackey, packed))
                .allSatisfy(file -> assertThatThrownBy(() -> Traces.records(file, null))
                        .isInstanceOf(ConfigException.class)
                        .hasMessage(file + ":1:1: UTF-16 or UTF-32, and not UTF-8; save the file as UTF-8"));
    }

    @ParameterizedTest
    @CsvSource({
        "bzip2, 425A6839314159265359",
        "zip, 504B0304140000000000",
        "7z, 377ABCAF271C0004",
        "lz4, 04224D186440A7"
    })
    void an_archive_that_is_not_unpacked_is_told_as_one(String kind, String bytes) {
        byte[] archive = HexFormat.of().parseHex(bytes);
        String told =
                ": is an archive (" + kind + "), which is not unpacked here; a trace is packed with gzip, xz or zstd";

        assertThat(List.of("t.csv", "t.unknown", "t.lackey"))
                .allSatisfy(name -> assertThatThrownBy(() -> Traces.records(file(name, archive), null))
                        .isInstanceOf(ConfigException.class)
                        .hasMessageContaining(name + told));
    }

    @Test
    void a_folder_of_files_in_a_packed_archive_is_told_as_one() {
        byte[] tar = Arrays.copyOf(TraceBytes.text("t.csv"), 512);
        System.arraycopy(TraceBytes.text("ustar"), 0, tar, 257, 5);
        Path file = file("t.tar.gz", TraceBytes.packed("t.gz", tar));

        assertThatThrownBy(() -> Traces.records(file, null)).hasMessageContaining("t.tar.gz: is an archive (tar)");
    }

    @Test
    void a_byte_order_mark_of_utf_16_tells_why_a_file_has_no_format() {
        Path file = file("t.txt", LACKEY.getBytes(StandardCharsets.UTF_16));

        assertThatThrownBy(() -> TraceFile.open(file, null)).hasMessageContaining("t.txt:1:1: UTF-16 or UTF-32");
    }

    @ParameterizedTest
    @EnumSource(
            value = TraceFormat.class,
            names = {"LACKEY", "CHAMPSIM", "ORACLE_GENERAL", "ACCEL_SIM"})
    void an_empty_file_is_no_trace(TraceFormat format) {
        Path empty = file("t.gz", TraceBytes.packed("t.gz", new byte[0]));

        assertThatThrownBy(() -> Traces.records(empty, format))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("t.gz: is empty; a trace of the format " + format + " was expected");
    }

    @Test
    void a_member_of_gzip_that_is_damaged_is_refused() {
        byte[] one = TraceBytes.packed("t.gz", TraceBytes.text("address\n1\n"));
        byte[] sum = one.clone();
        sum[one.length - 8] ^= 1;
        Path wrong = file("wrong.csv", sum);
        Path more = file("more.csv", TraceBytes.all(one, TraceBytes.text("hello")));

        assertThatThrownBy(() -> Traces.drain(wrong, null))
                .hasMessageContaining("wrong.csv: is damaged: a gzip member's checksum or size is another");
        assertThatThrownBy(() -> Traces.drain(more, null))
                .hasMessageContaining("more.csv: is damaged: what follows a gzip member begins no other");
    }

    @Test
    void how_much_was_read_is_known_on_the_way() {
        Path file = file("t.csv", TraceBytes.text("address\n0\n4\n"));
        try (TraceFile open = TraceFile.open(file, null)) {
            while (((AccessTrace) open.trace()).next(new TraceRecord())) {
                assertThat(open.read()).isPositive();
            }
            assertThat(open.read()).isEqualTo(open.size()).isEqualTo(12);
        }
    }
}
