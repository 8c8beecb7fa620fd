// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.compact;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The first word of a line, with what may follow it. */
enum Keyword {
    DEVICE("NAME"),
    BUFFER("NAME SIZE"),
    IMAGE("NAME WIDTH HEIGHT [LAYOUT]"),
    EVENT("NAME"),
    FENCE("NAME"),
    SEMAPHORE("NAME"),
    TIMELINE("NAME [VALUE]"),
    KERNEL("NAME [X [Y [Z]]] [BINDING=KIND ...]"),
    COPY("SRC DST [SRCOFFSET DSTOFFSET SIZE]"),
    FILL("BUFFER [VALUE [OFFSET SIZE]]"),
    UPDATE("BUFFER [VALUE [OFFSET SIZE]]"),
    COPYB2I("BUFFER IMAGE [LAYOUT]"),
    COPYI2B("IMAGE BUFFER [LAYOUT]"),
    COPYIMG("SRC DST [X WIDTH]"),
    BLIT("SRC DST"),
    CLEAR("IMAGE [LAYOUT]"),
    BARRIER("SRCSTAGE[/ACCESS]>DSTSTAGE[/ACCESS][@BUFFER[:OFFSET:SIZE]|@IMAGE[:OLD:NEW]] ..."),
    BARRIER1("SRCSTAGE>DSTSTAGE"),
    SETEVENT("EVENT SRCSTAGE[/ACCESS]>DSTSTAGE[/ACCESS][@...] ..."),
    WAITEVENT("EVENT SRCSTAGE[/ACCESS]>DSTSTAGE[/ACCESS][@...] ..."),
    RESETEVENT("EVENT STAGE"),
    RELEASE("SRCSTAGE[/ACCESS] IMAGE OLD NEW Q>R, or SRCSTAGE[/ACCESS] BUFFER Q>R"),
    ACQUIRE("DSTSTAGE[/ACCESS] IMAGE OLD NEW Q>R, or DSTSTAGE[/ACCESS] BUFFER Q>R"),
    DISPATCH("[ub=|sr=|sw=|srw=|atom=BUFFER[WORD]] [tex=|ir=|iw=IMAGE[TEXEL]] ..., or kernel=NAME groups=X[,Y[,Z]]"
            + " [BINDING=RESOURCE ...] [param:NAME=VALUE ...]"),
    DISPATCHIND("BUFFER ... as of dispatch, without groups"),
    RENDER("[IMAGE LOADOP STOREOP]"),
    DRAW("[vb=BUFFER] [ib=BUFFER] [ind=BUFFER] ... as of dispatch, without groups; vertex=NAME"),
    ENDRENDER(""),
    BEGINSTATS("NAME [functional]"),
    ENDSTATS("[NAME]"),
    RESETSTATS(""),
    CB("NAME"),
    SECONDARY("NAME"),
    END(""),
    EXEC("SECONDARY ..."),
    SUBMIT("CB ... [queue=N] [wait=SEMAPHORE[=VALUE][:STAGE]] [signal=SEMAPHORE[=VALUE][:STAGE]] [fence=FENCE]"),
    QUEUE("N"),
    WAIT("SEMAPHORE[=VALUE] [STAGE]"),
    SIGNAL("SEMAPHORE[=VALUE] [STAGE]"),
    WAITFENCE("FENCE ..."),
    RESETFENCE("FENCE ..."),
    HOSTBEGINSTATS("NAME [functional]"),
    HOSTENDSTATS("[NAME]"),
    IDLE(""),
    HOSTWRITE("BUFFER [OFFSET] TYPE VALUE ..., or TYPE iota COUNT [START [STEP]], constant VALUE COUNT,"
            + " random COUNT [SEED]"),
    HOSTREAD("BUFFER [OFFSET [SIZE]] [= TYPE VALUE ...]");

    private final String arguments;

    Keyword(String arguments) {
        this.arguments = arguments;
    }

    /** The keyword of a word, or null. */
    static @Nullable Keyword of(String word) {
        for (Keyword keyword : values()) {
            if (keyword.word().equals(word)) {
                return keyword;
            }
        }
        return null;
    }

    /** All of them as they are written. */
    static List<String> words() {
        return Stream.of(values()).map(Keyword::word).toList();
    }

    /** As it is written. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What a line that begins with it looks like. */
    String usage() {
        return "'" + (word() + " " + arguments).strip() + "'";
    }
}
