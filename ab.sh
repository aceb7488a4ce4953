# ab.sh benchregex dirs...
re=$1; shift; cd /tmp/w/s16
for d in "$@"; do for i in 1 2 3 4 5; do for v in "" n_; do echo $v$d $(./$v$d/n.test -test.bench "$re" -test.benchtime 0.2s | grep ns/op | awk '{print $1,$3}') ; done; done; done | python3 -c "
import sys,collections
r=collections.defaultdict(list)
for l in sys.stdin:
    p=l.split(); 
    for a,b in zip(p[1::2],p[2::2]): r[p[0],a].append(float(b))
for (d,b),v in sorted(r.items()):
    if d.startswith('n_'): continue
    o=sorted(v); n=sorted(r['n_'+d,b]); print(d,b,o[len(o)//2],n[len(n)//2],'%.2f'%(n[len(n)//2]/o[len(o)//2]))
"
