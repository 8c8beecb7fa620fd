// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BothObserversTest {

    private static SimObserver noting(String who, List<String> notes) {
        return (SimObserver) Proxy.newProxyInstance(
                SimObserver.class.getClassLoader(), new Class<?>[] {SimObserver.class}, (proxy, method, arguments) -> {
                    notes.add(who + " " + method.getName());
                    return null;
                });
    }

    static Stream<Method> events() {
        return Stream.of(SimObserver.class, DetailObserver.class)
                .flatMap(type -> Stream.of(type.getDeclaredMethods()))
                .filter(Method::isDefault);
    }

    @ParameterizedTest
    @MethodSource("events")
    void everyEventReachesBoth(Method event) throws ReflectiveOperationException {
        List<String> notes = new ArrayList<>();
        SimObserver both = BothObservers.of(noting("first", notes), noting("second", notes));

        event.invoke(
                both,
                Stream.of(event.getParameterTypes()).map(BothObserversTest::anything).toArray());

        assertThat(notes).containsExactly("first " + event.getName(), "second " + event.getName());
    }

    private static @Nullable Object anything(Class<?> type) {
        if (type == boolean.class) {
            return true;
        }
        return type == long.class ? (Object) 1L : type == int.class ? 1 : null;
    }

    @Test
    void nobodyIsNotTold() {
        SimObserver one = noting("one", new ArrayList<>());

        assertThat(BothObservers.of(SimObserver.NONE, one)).isSameAs(one);
        assertThat(BothObservers.of(one, SimObserver.NONE)).isSameAs(one);
        assertThat(BothObservers.of(SimObserver.NONE, SimObserver.NONE)).isSameAs(SimObserver.NONE);
    }
}
