// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.ConfigException;
import dev.sluice.machine.trace.Entrance;
import dev.sluice.machine.trace.TraceKind;
import dev.sluice.machine.trace.TraceRecord;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CsvTraceTest {

    @TempDir
    private Path folder;

    private List<TraceRecord> records(String text) {
        return Traces.records(Traces.file(folder, "t.csv", TraceBytes.text(text)), null);
    }

    @Test
    void columns_stand_in_any_order_and_further_ones_are_ignored() {
        List<TraceRecord> records = records("size,colour,address,kind,unit,time\n8,red,0x40,w,3,100\n");

        assertThat(records).hasSize(1);
        TraceRecord one = records.get(0);
        assertThat(one.kind).isEqualTo(TraceKind.WRITE);
        assertThat(one.address).isEqualTo(0x40);
        assertThat(one.size).isEqualTo(8);
        assertThat(one.unit).isEqualTo(3);
        assertThat(one.time).isEqualTo(100);
    }

    @Test
    void what_is_blank_has_a_default() {
        TraceRecord one = records("time,unit,kind,address,size\n,,,64,\n").get(0);

        assertThat(one.kind).isEqualTo(TraceKind.READ);
        assertThat(one.time).isEqualTo(TraceRecord.NO_TIME);
        assertThat(one.unit).isZero();
        assertThat(one.size).isEqualTo(4);
        assertThat(one.entrance).isEqualTo(Entrance.STORAGE);
    }

    @Test
    void addresses_have_64_bits_in_either_base() {
        List<TraceRecord> records = records("address\n0xffffffffffffffff\n18446744073709551615\n");

        assertThat(records).extracting(record -> record.address).containsExactly(-1L, -1L);
    }

    @Test
    void a_modification_is_a_read_and_a_write_and_a_fetch_is_left_out() {
        List<TraceRecord> records = records("# by hand\nkind,address,size\nm,64,8\nifetch,0,4\n\n\"load\", 128 ,4\r\n");

        assertThat(records)
                .extracting(record -> record.kind)
                .containsExactly(TraceKind.READ, TraceKind.WRITE, TraceKind.READ);
        assertThat(records).extracting(record -> record.address).containsExactly(64L, 64L, 128L);
    }

    @Test
    void what_is_written_is_read_again() {
        TraceRecord masked = new TraceRecord();
        masked.time = 7;
        masked.unit = 2;
        masked.entrance = Entrance.SAMPLED;
        masked.access(TraceKind.READ, 0x1000, 200);
        masked.masked = true;
        masked.mask[0] = 0xF0F;
        masked.mask[3] = 0xFF;
        masked.sectors = 0x7F;
        masked.flags = TraceRecord.COHERENT | TraceRecord.IMAGE | TraceRecord.WAITS;
        TraceRecord images = new TraceRecord();
        images.kind = TraceKind.IMAGES;
        TraceRecord resource = new TraceRecord();
        resource.kind = TraceKind.RESOURCE;
        resource.unit = 3;
        resource.ranges = new long[] {0x100, 0x180};
        TraceRecord enter = new TraceRecord();
        enter.time = 8;
        enter.after = 3;
        enter.unit = 2;
        enter.entrance = Entrance.SAMPLED;
        enter.kind = TraceKind.ENTER;
        enter.address = 0x1000;
        TraceRecord order = new TraceRecord();
        order.time = 9;
        order.kind = TraceKind.FLUSH;
        order.cache = "l2[3]";
        order.ranges = new long[] {0x100, 0x180, 0x1000, 0x1040};
        java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
        try (CsvTraceWriter writer = new CsvTraceWriter(bytes, "t.csv.zst", "two")) {
            writer.write(images);
            writer.write(resource);
            writer.write(masked);
            writer.write(enter);
            writer.write(order);
        }

        List<TraceRecord> records = Traces.records(Traces.file(folder, "t.csv.zst", bytes.toByteArray()), null);

        assertThat(records)
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(images, resource, masked, enter, order);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "time,kind | t.csv:1:1: no column is called 'address'",
                "address,address | t.csv:1:9: there are two columns 'address'",
                "address,device_address | t.csv:1:1: there are columns 'address' and 'device_address'",
                "kind,address;raed,0 | t.csv:2:1: no kind is called 'raed'; did you mean 'read'?",
                "kind,address;r,12z | t.csv:2:3: '12z' is no number; the address was expected",
                "kind,address;r, | t.csv:2:2: the access has no address",
                "kind,address;r,0x1ffffffffffffffff | t.csv:2:3: the address does not fit 64 bits",
                "address,time;0,9007199254740993 | t.csv:2:3: the time 9007199254740993 is not between 0 and 9007199254740992",
                "address,time;0,9223372036854775807 | t.csv:2:3: the time 9223372036854775807 is not between 0 and",
                "address,time;0,0xffffffffffffffff | t.csv:2:3: the time 18446744073709551615 is not between 0 and",
                "address,size;0,0 | t.csv:2:3: the size 0 is not between 1 and 1048576",
                "address,client;0,texture | t.csv:2:3: no client is called 'texture'",
                "address,unit;0,-1 | t.csv:2:3: '-1' is no number",
                "address,mask;1,0xff | t.csv:2:1: the address of an access with a mask or sectors is a multiple of 32",
                "address,kind;0,flush | t.csv:2:7: a flush needs the name of a cache",
                "address,kind,cache,ranges;,flush,l2,0x10 | t.csv:2:11: a range is an address and a number of bytes",
                "address,flags;0,coherrent | t.csv:2:3: no flag is called 'coherrent'; did you mean 'coherent'?",
                "address,kind,atomic;0,a,ADD U31 0 | t.csv:2:5: 'ADD U31 0' is not an operation, a type and",
                "address;\"0 | t.csv:2:1: a quotation mark is opened and never closed",
                "address,unit;0,1048577 | t.csv:2:3: the unit 1048577 is not between 0 and 1048576",
                "device_address;0x8000000000000000 | t.csv:2:1: no device has the address 0x8000000000000000"
            })
    void a_bad_line_is_named(String lines, String problem) {
        assertThatThrownBy(() -> records(lines.replace(';', '\n')))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void an_empty_file_is_no_trace() {
        assertThatThrownBy(() -> records("")).hasMessageContaining("t.csv: is empty");
    }
}
