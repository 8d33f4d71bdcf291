// Matches events against rules with Quamina (github.com/timbray/quamina), on one thread.
//
//	quamina_rules RULES EVENTS SECONDS
//
// RULES has lines `id<TAB>pattern`, EVENTS lines of JSON. Writes a line of JSON: events a second, the time to build, the
// memory, and how many rules hold for the first 256 events together.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"quamina.net/go/quamina/v2"
)

func fail(problem error) {
	if problem != nil {
		fmt.Fprintln(os.Stderr, problem)
		os.Exit(65)
	}
}

func memory() float64 {
	runtime.GC()
	var found runtime.MemStats
	runtime.ReadMemStats(&found)
	return float64(found.HeapAlloc) / 1e6
}

func main() {
	limit, problem := strconv.ParseFloat(os.Args[3], 64)
	fail(problem)
	matcher, problem := quamina.New()
	fail(problem)
	before := memory()
	start := time.Now()
	file, problem := os.Open(os.Args[1])
	fail(problem)
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		id, pattern, _ := strings.Cut(lines.Text(), "\t")
		fail(matcher.AddPattern(id, pattern))
	}
	fail(lines.Err())
	built := time.Since(start).Seconds()
	used := memory() - before
	text, problem := os.ReadFile(os.Args[2])
	fail(problem)
	events := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	done, held := 0, 0
	start = time.Now()
	taken := 0.0
	for taken < limit || done < 256 {
		found, problem := matcher.MatchesForEvent(events[done%len(events)])
		fail(problem)
		if done < 256 {
			held += len(found)
		}
		done++
		taken = time.Since(start).Seconds()
	}
	fail(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"eventsPerSecond": float64(done) / taken, "buildSeconds": built, "megabytes": used, "held": held,
	}))
}
