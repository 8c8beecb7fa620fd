// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.cli.PuppetMachine;
import dev.sluice.cli.Results;
import dev.sluice.cli.inspect.Texels;
import dev.sluice.device.Client;
import dev.sluice.machine.observe.ObservedRequest;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.observe.SimObserver.DropReason;
import dev.sluice.machine.observe.SimObserver.Outcome;
import dev.sluice.machine.observe.SimObserver.RowOutcome;
import dev.sluice.machine.observe.SimObserver.WriteBackReason;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.program.BufferDeclaration;
import dev.sluice.program.Origin;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class JsonLinesObserverTest {
    private static final LogRequest ALL = new LogRequest(List.of(), List.of(), List.of(), List.of());
    private static final List<BufferDeclaration> BUFFERS =
            List.of(new BufferDeclaration("x", "m", 0, 256, List.of(), Origin.at("s.yaml:1:1")));

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Request request = new RequestPool(false).acquire();

    private JsonLinesObserver observer(LogRequest wanted) {
        JsonLinesObserver observer = new JsonLinesObserver(wanted, bytes);
        observer.bind(
                new PuppetMachine(Results::clean, 4096), BUFFERS, Texels.NONE, cache -> cache.equals("l1") ? 128 : 32);
        return observer;
    }

    private List<JsonNode> written(JsonLinesObserver observer) {
        observer.finish();
        JsonMapper json = JsonMapper.builder().build();
        return bytes.toString(StandardCharsets.UTF_8)
                .lines()
                .map(json::readTree)
                .toList();
    }

    private Request read(long address, int sectors, int command) {
        request.start(Request.READ, address, sectors, Client.STORAGE.ordinal(), command, 0);
        return request;
    }

    @Test
    void a_lookup_says_where_what_and_for_whom() {
        JsonLinesObserver observer = observer(ALL);
        observer.lookup(17, "l1[3]", 5, 1, read(4096 + 128, 0b110, 2), Outcome.SECTOR_MISS);

        assertThat(written(observer).get(0))
                .hasToString(
                        "{\"cycle\":17,\"event\":\"lookup\",\"component\":\"l1[3]\",\"set\":5,\"way\":1,\"kind\":\"read\",\"address\":\"0x10a0\","
                                + "\"sectors\":\"0x3\",\"bytes\":64,\"resource\":\"x+160\",\"client\":\"storage\","
                                + "\"command\":\"submit0.2\",\"outcome\":\"sectorMiss\"}");
    }

    @Test
    void data_of_a_write_is_what_it_writes_of_the_bytes_asked_for() {
        JsonLinesObserver observer = observer(new LogRequest(List.of("x:0:4"), List.of(), List.of(), List.of()));
        Request write = new RequestPool(true).acquire();
        write.start(Request.WRITE, 4096, 1, Client.STORAGE.ordinal(), 2, 0);
        write.addBytes(2, 2);
        observer.issue(1, "cu[0]", write);
        write.start(Request.WRITE, 4096, 1, Client.STORAGE.ordinal(), 2, 0);
        write.addBytes(8, 4);
        observer.issue(2, "cu[0]", write);

        List<JsonNode> events = written(observer);
        assertThat(events.get(0).path("data").asString()).isEqualTo("-- -- 00 00");
        assertThat(events.get(1).has("data")).isFalse();
    }

    @Test
    void every_event_is_an_object_with_cycle_and_event() {
        JsonLinesObserver observer = observer(ALL);
        Request r = read(0, 1, -1);
        observer.lookup(1, "l1", 5, 1, r, Outcome.HIT);
        observer.fill(2, "l1", 5, 1, 64, 3, 0);
        observer.writeBack(3, "l2", 5, 1, 64, 3, 0, WriteBackReason.FLUSH);
        observer.drop(4, "l1", 5, 1, 64, 0, DropReason.INVALIDATE);
        observer.maintenance(5, "l2", "flush:L2", 1, true);
        observer.dram(6, "vram[0]", r, RowOutcome.CONFLICT);
        observer.link(7, r, true);
        observer.issue(8, "cu0", r);
        observer.complete(9, "cu0", r);
        observer.stage(10, "submit0.1", "COPY", false);
        observer.barrier(11, "submit0.1", "drained");
        observer.hostOperation(12, "host.0", "hostWrite", true);
        observer.host(13, "drain", 4096, 64);

        List<JsonNode> events = written(observer);
        assertThat(events).hasSize(13);
        for (int i = 0; i < events.size(); i++) {
            assertThat(events.get(i).path("cycle").intValue()).isEqualTo(i + 1);
            assertThat(events.get(i).path("event").isString()).isTrue();
        }
        assertThat(observer.written()).isEqualTo(13);
    }

    @Test
    void an_address_filter_keeps_only_events_that_touch_its_bytes() {
        JsonLinesObserver observer = observer(new LogRequest(List.of("x:40"), List.of(), List.of(), List.of()));
        observer.fill(1, "l1", 5, 1, 4096, 0b1, 0);
        observer.fill(2, "l1", 5, 1, 4096, 0b10, 0);
        observer.fill(3, "l1", 5, 1, 4096 + 32, 0b10, 0);

        assertThat(written(observer))
                .extracting(e -> e.path("cycle").intValue())
                .containsExactly(2);
    }

    @Test
    void an_address_filter_keeps_events_that_bytes_wait_for() {
        JsonLinesObserver observer = observer(new LogRequest(List.of("0x0"), List.of(), List.of(), List.of()));
        observer.barrier(1, "submit0.1", "drained");
        observer.fill(2, "l1", 5, 1, 4096, 1, 0);
        observer.maintenance(3, "l2[0]", "flush:L2", 0, true);

        assertThat(written(observer))
                .extracting(e -> e.path("event").stringValue())
                .containsExactly("barrier");
    }

    @Test
    void a_dropped_line_passes_for_any_of_its_bytes() {
        JsonLinesObserver observer = observer(new LogRequest(List.of("x:100"), List.of(), List.of(), List.of()));
        observer.drop(1, "l1[2]", 5, 1, 4096, 0, DropReason.INVALIDATE);
        observer.drop(2, "l1[2]", 5, 1, 4096 + 128, 0, DropReason.INVALIDATE);

        assertThat(written(observer))
                .extracting(e -> e.path("cycle").intValue())
                .containsExactly(1);
    }

    @Test
    void hexadecimal_ranges_include_both_ends() {
        JsonLinesObserver observer =
                observer(new LogRequest(List.of("0x101f..0x1040"), List.of(), List.of(), List.of()));
        observer.fill(1, "l1", 5, 1, 0xfe0, 1, 0);
        observer.fill(2, "l1", 5, 1, 0x1000, 1, 0);
        observer.fill(3, "l1", 5, 1, 0x1040, 1, 0);
        observer.fill(4, "l1", 5, 1, 0x1060, 1, 0);

        assertThat(written(observer))
                .extracting(e -> e.path("cycle").intValue())
                .containsExactly(2, 3);
    }

    @Test
    void a_cache_filter_takes_a_node_or_an_instance() {
        JsonLinesObserver observer = observer(new LogRequest(List.of(), List.of("l1", "l2[1]"), List.of(), List.of()));
        observer.fill(1, "l1[0]", 5, 1, 0, 1, 0);
        observer.fill(2, "l10", 5, 1, 0, 1, 0);
        observer.fill(3, "l2[1]", 5, 1, 0, 1, 0);
        observer.fill(4, "l2[11]", 5, 1, 0, 1, 0);
        observer.stage(5, "submit0.0", "COPY", true);

        assertThat(written(observer))
                .extracting(e -> e.path("cycle").intValue())
                .containsExactly(1, 3);
    }

    @Test
    void a_command_filter_takes_ids() {
        JsonLinesObserver observer = observer(new LogRequest(List.of(), List.of(), List.of("submit0.1"), List.of()));
        observer.fill(1, "l1", 5, 1, 0, 1, 0);
        observer.fill(2, "l1", 5, 1, 0, 1, 1);
        observer.fill(3, "l1", 5, 1, 0, 1, -1);
        observer.stage(4, "submit0.1", "COPY", true);

        assertThat(written(observer))
                .extracting(e -> e.path("cycle").intValue())
                .containsExactly(2, 4);
    }

    @Test
    void a_cycle_filter_takes_half_open_windows() {
        JsonLinesObserver observer = observer(new LogRequest(List.of(), List.of(), List.of(), List.of("..2", "5..6")));
        for (int cycle = 1; cycle <= 8; cycle++) {
            observer.barrier(cycle, "submit0.0", "drained");
        }

        assertThat(written(observer))
                .extracting(e -> e.path("cycle").intValue())
                .containsExactly(1, 2, 5, 6);
    }

    @Test
    void texts_are_escaped() {
        JsonLinesObserver observer = observer(ALL);
        observer.hostOperation(1, "host.0", "a \"b\"\\\n\u00b5", true);

        assertThat(written(observer).get(0).path("operation").stringValue()).isEqualTo("a \"b\"\\\n\u00b5");
    }

    @Test
    void many_events_are_all_written() {
        JsonLinesObserver observer = observer(ALL);
        for (int i = 0; i < 5_000; i++) {
            observer.fill(i, "l1", 5, 1, 64L * i, 1, 0);
        }

        assertThat(written(observer)).hasSize(5_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"y", "x:300", "x:0:0", "x:1:2:3", "x:a", "0xzz", "0x20..0x10", "0x-10", "0x+10"})
    void a_bad_address_filter_is_refused(String text) {
        assertThatThrownBy(() -> observer(new LogRequest(List.of(text), List.of(), List.of(), List.of())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("--log-address: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "a..b", "5..4", "", "-5..5", "+5.."})
    void a_bad_cycle_filter_is_refused(String text) {
        assertThatThrownBy(() -> observer(new LogRequest(List.of(), List.of(), List.of(), List.of(text))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("--log-cycles: ");
    }

    /** The events of the machine; progress is for a person. */
    static Stream<Method> events() {
        return Stream.of(SimObserver.class.getDeclaredMethods())
                .filter(Method::isDefault)
                .filter(method -> !method.getName().equals("progress"));
    }

    @ParameterizedTest
    @MethodSource("events")
    void every_event_is_a_line(Method event) throws ReflectiveOperationException {
        JsonLinesObserver observer = observer(ALL);
        Object[] arguments =
                Stream.of(event.getParameterTypes()).map(this::anything).toArray();

        event.invoke(observer, arguments);

        assertThat(written(observer))
                .singleElement()
                .satisfies(line -> assertThat(line.get("event").asString()).isEqualTo(event.getName()));
    }

    private Object anything(Class<?> type) {
        if (type == ObservedRequest.class) {
            return read(4096, 1, 0);
        }
        if (type == String.class) {
            return "l1";
        }
        if (type == boolean.class) {
            return true;
        }
        return type.isEnum() ? type.getEnumConstants()[0] : type == long.class ? (Object) 4096L : (Object) 1;
    }
}
