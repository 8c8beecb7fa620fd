@echo off
rem Runs Sluice from an unpacked release. It needs Java 17 or newer, in JAVA_HOME or on the PATH.
rem
rem   SLUICE_JAVA_OPTS   options for the JVM, for example -Xmx8g
rem
rem The exit code is the program's; 70 when it could not be started.

setlocal DisableDelayedExpansion

set "sluice_jar=%~dp0sluice.jar"
if exist "%sluice_jar%" goto have_jar
echo sluice: "%sluice_jar%" is missing 1>&2
exit /b 70

:have_jar
if not defined JAVA_HOME goto search_java
set "sluice_java=%JAVA_HOME%\bin\java.exe"
if exist "%sluice_java%" goto have_java
echo sluice: JAVA_HOME is "%JAVA_HOME%", which has no bin\java.exe; Sluice needs Java 17 or newer 1>&2
exit /b 70

:search_java
set "sluice_java=java.exe"
where /q java.exe
if not errorlevel 1 goto have_java
echo sluice: no java found; Sluice needs Java 17 or newer on the PATH or in JAVA_HOME 1>&2
exit /b 70

:have_java
rem Collector, heap and inlining are those of the launcher for Unix, which says why. What the user says comes last, so that it holds.
set "sluice_gc=-XX:+UseSerialGC"
set "sluice_options="
for %%c in (run advise compare barrier serve sweep) do if /i "%~1"=="%%c" goto simulates
goto collector

:simulates
set "sluice_gc=-XX:+UseParallelGC"
set "sluice_options=-XX:InitialRAMPercentage=6.25 -XX:NewRatio=1"
if /i "%PROCESSOR_ARCHITECTURE%"=="AMD64" goto inlines
if /i "%PROCESSOR_ARCHITECTURE%"=="ARM64" goto inlines
goto collector

:inlines
set "sluice_options=%sluice_options% -XX:FreqInlineSize=100 -XX:MaxInlineLevel=6 -XX:LoopUnrollLimit=10"

:collector
if not defined SLUICE_JAVA_OPTS goto start
if not "%SLUICE_JAVA_OPTS:-XX:+UseSerialGC=%"=="%SLUICE_JAVA_OPTS%" set "sluice_gc=-XX:-UseSerialGC"
if not "%SLUICE_JAVA_OPTS:-XX:+UseParallelGC=%"=="%SLUICE_JAVA_OPTS%" set "sluice_gc=-XX:-UseSerialGC"
if not "%SLUICE_JAVA_OPTS:-XX:+UseG1GC=%"=="%SLUICE_JAVA_OPTS%" set "sluice_gc=-XX:-UseSerialGC"
if not "%SLUICE_JAVA_OPTS:-XX:+UseZGC=%"=="%SLUICE_JAVA_OPTS%" set "sluice_gc=-XX:-UseSerialGC"
if not "%SLUICE_JAVA_OPTS:-XX:+UseShenandoahGC=%"=="%SLUICE_JAVA_OPTS%" set "sluice_gc=-XX:-UseSerialGC"
if not "%SLUICE_JAVA_OPTS:-XX:+UseEpsilonGC=%"=="%SLUICE_JAVA_OPTS%" set "sluice_gc=-XX:-UseSerialGC"

:start
"%sluice_java%" -Xlog:disable -Xlog:all=error:stderr %sluice_gc% %sluice_options% %SLUICE_JAVA_OPTS% -jar "%sluice_jar%" %*
exit /b %ERRORLEVEL%
