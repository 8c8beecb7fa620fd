// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.ConfigException;
import dev.sluice.device.LayoutCompression;
import dev.sluice.machine.trace.Entrance;
import dev.sluice.machine.trace.TraceAtomic;
import dev.sluice.machine.trace.TraceKind;
import dev.sluice.machine.trace.TraceRecord;
import dev.sluice.machine.trace.TraceStorage;
import dev.sluice.machine.trace.TraceSurface;
import dev.sluice.machine.trace.TraceWriters;
import dev.sluice.program.image.Format;
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

    @Test
    void what_is_written_with_bytes_is_read_again() {
        TraceRecord bytes = new TraceRecord();
        bytes.kind = TraceKind.BYTES;
        TraceRecord surface = new TraceRecord();
        surface.kind = TraceKind.SURFACE;
        surface.unit = 2;
        surface.ranges = new long[] {0x1000, 0x5000};
        surface.surface = new TraceSurface(Format.R8G8B8A8_UNORM, 64, 32, 1, 2, 3, 1, 0x9000, 256, 4);
        TraceRecord contents = new TraceRecord();
        contents.access(TraceKind.CONTENTS, 0x9000, 3);
        contents.data = new byte[] {0, -1, 0x7F};
        contents.writers = TraceWriters.one(0);
        TraceRecord write = new TraceRecord();
        write.time = 4;
        write.access(TraceKind.WRITE, 0x40, 8);
        write.masked = true;
        write.mask[0] = 0xC1;
        write.data = new byte[] {1, 2, 3};
        write.writers = TraceWriters.of("3*2 (1:4*128 (0:5*256)*128)");
        TraceRecord atomic = new TraceRecord();
        atomic.time = 5;
        atomic.access(TraceKind.ATOMIC, 0x40, 8);
        atomic.atomic = new TraceAtomic(
                "COMPARE_EXCHANGE", TraceAtomic.Type.U32, List.of(0, 4), List.of(7L, -1L), List.of(0L, 9L));
        atomic.writers = TraceWriters.one(6);
        TraceRecord storage = new TraceRecord();
        storage.time = 6;
        storage.kind = TraceKind.STORAGE;
        storage.unit = 2;
        storage.storage = new TraceStorage(1, 2, LayoutCompression.CLEARED);
        TraceRecord clear = new TraceRecord();
        clear.time = 7;
        clear.unit = 3;
        clear.entrance = Entrance.COLOR_ATTACHMENT;
        clear.access(TraceKind.CLEAR, 0x1000, 512);
        clear.data = new byte[] {4};
        clear.writers = TraceWriters.one(8);
        java.io.ByteArrayOutputStream file = new java.io.ByteArrayOutputStream();
        try (CsvTraceWriter writer = new CsvTraceWriter(file, "t.csv", "seven")) {
            List.of(bytes, surface, contents, write, atomic, storage, clear).forEach(writer::write);
        }

        List<TraceRecord> records = Traces.records(Traces.file(folder, "t.csv", file.toByteArray()), null);

        assertThat(records)
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(bytes, surface, contents, write, atomic, storage, clear);
    }

    @Test
    void commas_at_the_end_of_a_line_are_no_fields_too_many() {
        assertThat(records("address,size\n0,4,,\n64,4,\n")).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "time,kind | t.csv:1:1: no column is called 'address'",
                "time,adress,size | t.csv:1:6: no column is called 'adress'; did you mean 'address'?",
                "time\taddress | t.csv:1:5: a tab divides no fields; commas do",
                "address,address | t.csv:1:9: there are two columns 'address'",
                "address,device_address | t.csv:1:1: there are columns 'address' and 'device_address'",
                "kind,address;raed,0 | t.csv:2:1: no kind is called 'raed'; did you mean 'read'?",
                "kind,address;r,12z | t.csv:2:3: '12z' is no number; the address was expected",
                "address;0,4 | t.csv:2:3: this is field 2, and the first line names 1 column",
                "address,size;0,4,,5 | t.csv:2:6: this is field 4, and the first line names 2 columns",
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
                "address,kind;0,invalidate | t.csv:2:12: an invalidate needs the name of a cache",
                "address,kind,cache,ranges;,flush,l2,0x10 | t.csv:2:11: a range is an address and a number of bytes",
                "address,flags;0,coherrent | t.csv:2:3: no flag is called 'coherrent'; did you mean 'coherent'?",
                "address,kind,atomic;0,a,ADD U31 0 | t.csv:2:5: 'ADD U31 0' is not an operation, a type and",
                "address;\"0 | t.csv:2:1: a quotation mark is opened and never closed",
                "address,unit;0,1048577 | t.csv:2:3: the unit 1048577 is not between 0 and 1048576",
                "device_address;0x8000000000000000 | t.csv:2:1: no device has the address 0x8000000000000000",
                "address,kind,data,size;0,w,0g,1 | t.csv:2:5: the data are no bytes; they have two hexadecimal digits each",
                "address,kind,data,size;0,w,00ff,1 | t.csv:2:5: the data have 2 bytes, and 1 take part in the access",
                "address,kind,data,size;0,clear,,1 | t.csv:2:10: a clear needs the code of its metadata in the column data",
                "address,kind,data,size,writers;0,w,00,1,3*0 | t.csv:2:10: the writers are no runs such as",
                "address,kind,data,size,writers;0,w,00,1,(1:3) | t.csv:2:10: the writers are no runs such as",
                "address,kind,data,size,writers;0,w,00,1,3 4x | t.csv:2:10: the writers are no runs such as",
                "address,kind,atomic,operands;0,a,ADD U32 0 4,5 | t.csv:2:17: '5' is not 2 operands, one for each",
                "address,kind,atomic,operands;0,a,ADD U32 0,x | t.csv:2:15: 'x' is not 1 operands, one for each",
                "address,kind,ranges,image;,surface,0x0+16,R8 8x8 | t.csv:2:17: the image is not such as 'R8G8B8A8_UNORM",
                "address,kind,image;,storage,level=0 layer=0 SOME | t.csv:2:10: the storage is not such as"
            })
    void a_bad_line_is_named(String lines, String problem) {
        assertThatThrownBy(() -> records(lines.replace(';', '\n')))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void lines_that_end_with_carriage_returns_alone_are_refused() {
        assertThatThrownBy(() -> records("address,size\r0,4\r"))
                .hasMessageContaining("t.csv:1:13: lines end with carriage returns alone");
    }

    @Test
    void fields_that_something_else_divides_are_told_with_what_does() {
        assertThatThrownBy(() -> records("time;address;size\n0;0;4\n"))
                .hasMessageContaining("t.csv:1:5: ';' divides no fields; commas do");
    }

    @Test
    void an_empty_file_is_no_trace() {
        assertThatThrownBy(() -> records("")).hasMessageContaining("t.csv: is empty");
    }
}
